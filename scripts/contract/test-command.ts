import { loadCheckContext } from './check-context'
import { main } from './drift'

const context = loadCheckContext()

export async function runCommand(
  ending: { readonly signal: AbortSignal; readonly onError: (text: string) => void } | undefined,
  ...argv: string[]
) {
  let out = ''
  let err = ''
  const io = {
    env: {},
    out: {
      write: (text: string) => {
        out += text
      },
    },
    err: {
      write: (text: string) => {
        err += text
        ending?.onError(text)
      },
    },
    ...(ending && { signal: ending.signal }),
    now: () => new Date('2026-11-22T05:00:00Z'),
  }
  const code = await main(argv, io, () => context)
  return { code, out, err }
}

export function sampleHar(url: string, status: number, body: unknown): unknown {
  const mimeType = 'application/json'
  const request = {
    method: 'GET',
    url,
    httpVersion: 'HTTP/1.1',
    headers: [],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: 0,
  }
  const headers = [{ name: 'content-type', value: mimeType }]
  const content = { size: 1, mimeType, text: JSON.stringify(body) }
  const response = {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    headers,
    cookies: [],
    content,
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  }
  return {
    log: {
      version: '1.2',
      creator: { name: 'x', version: '1' },
      entries: [
        {
          startedDateTime: '2026-11-22T05:00:00Z',
          time: 1,
          request,
          response,
          cache: {},
          timings: { send: 0, wait: 1, receive: 0 },
        },
      ],
    },
  }
}
