import { InputError, TargetUnreachable } from '../errors'

export const MAX_DOCUMENT_BYTES = 50_000_000
const MAX_REDIRECTS = 5

export type Fetched = {
  readonly status: number
  readonly text: string
  readonly url: string
}

export type FetchLimits = {
  /** In milliseconds, for all requests with the signal; used in the error message. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Whether a redirect may lead to another host. */
  readonly mayChangeHost: boolean
}

/**
 * Follows redirects; returns the redirect itself if it must not be followed. Throws an InputError or a
 * TargetUnreachable.
 */
export async function fetchDocument(
  where: string,
  { timeoutMs, signal, mayChangeHost }: FetchLimits,
): Promise<Fetched> {
  let url = urlOf(where)
  try {
    for (let hops = 0; ; hops++) {
      const response = await fetch(url, {
        headers: { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' },
        redirect: 'manual',
        signal,
      })
      const next = nextOf(response, url)
      if (!next || !(mayChangeHost || isSameServer(url, next)) || hops === MAX_REDIRECTS)
        return { status: response.status, text: await textOf(response, where), url: url.href }
      await response.body?.cancel()
      url = next
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new TargetUnreachable(`${where} does not answer: ${reasonOf(error, timeoutMs)}.`)
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

/** The same origin, or an upgrade from http to https. */
function isSameServer(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

/** Stops at the limit: a small compressed response may be larger than the memory. */
async function textOf({ body }: Response, where: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > MAX_DOCUMENT_BYTES)
      throw new InputError(`${where} is larger than 50 MB, which no OpenAPI document is.`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `nothing came within ${timeoutMs / 1000} seconds`
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.message === 'bad port') return 'its port is one that no client of HTTP may call'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
