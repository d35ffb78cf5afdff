import { InputError } from '../input-error'
import { TargetUnreachable } from '../target-unreachable'

/** Ten times the largest document of a real product. */
export const mostBytes = 50_000_000
const mostRedirects = 5

export type Fetched = {
  readonly status: number
  readonly text: string
  /** Where the redirects ended. */
  readonly url: string
}

export type Reach = {
  /** In milliseconds, for everything that shares the signal; only the sentence needs it. */
  readonly patience: number
  readonly signal: AbortSignal
  /** Whether a redirect may lead to another host. */
  readonly isFree: boolean
}

/** What an address answers, after its redirects; a redirect that is not followed is the answer. Throws an InputError and a TargetUnreachable. */
export async function fetchDocument(where: string, { patience, signal, isFree }: Reach): Promise<Fetched> {
  let url = urlOf(where)
  try {
    for (let hops = 0; ; hops++) {
      const answer = await fetch(url, {
        headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
        redirect: 'manual',
        signal,
      })
      const next = nextOf(answer, url)
      if (!next || !(isFree || isSameServer(url, next)) || hops === mostRedirects)
        return { status: answer.status, text: await textOf(answer, where), url: url.href }
      await answer.body?.cancel()
      url = next
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new TargetUnreachable(`${where} does not answer: ${reasonOf(error, patience)}.`)
  }
}

export function urlOf(text: string): URL {
  if (URL.canParse(text)) return new URL(text)
  throw new InputError(`"${text}" is no address; write one such as https://stage.example.com/api.`)
}

function nextOf({ status, headers }: Response, url: URL): URL | undefined {
  const location = headers.get('location')
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, url)) return undefined
  return new URL(location, url)
}

/** The same origin, or its own way from http to https. */
function isSameServer(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

/** Stops reading where no document goes on: a packed answer may unfold to more than the memory holds. */
async function textOf({ body }: Response, where: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > mostBytes)
      throw new InputError(`${where} is larger than 50 MB, which no OpenAPI document is.`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function reasonOf(error: unknown, patience: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing came within ${patience / 1000} seconds`
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.message === 'bad port') return 'its port is one that no client of HTTP may call'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
