import { type Exchange, getHeader, type HeaderList } from './validator/exchange'

/** An exchange and when its response was complete, in milliseconds since the epoch. */
export type TimedExchange = { readonly exchange: Exchange; readonly at: number }

/** A comment by which tools know that the file has no cookies. */
const credentials = ['authorization', 'cookie', 'set-cookie']

/**
 * A HAR 1.2 file of masked exchanges without credentials; `npm run contract:drift -- --har` reads it. A call
 * without a response has the status 0, as browsers write it.
 */
export function writeHar(exchanges: readonly TimedExchange[]): string {
  const creator = { name: 'Flagship', version: '1' }
  return `${JSON.stringify({ log: { version: '1.2', creator, entries: exchanges.map(entryOf) } }, null, 1)}\n`
}

function entryOf({ exchange: { request, response, milliseconds = 0 }, at }: TimedExchange): unknown {
  const { body } = request
  const sentType = getHeader(request.headers, 'content-type') ?? ''
  return {
    startedDateTime: new Date(at - milliseconds).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url: request.url,
      ...common(request.headers),
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      bodySize: body?.length ?? -1,
      ...(body && { postData: { mimeType: sentType, text: new TextDecoder().decode(body) } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: '',
      ...common(response?.headers ?? []),
      content: contentOf(response),
      redirectURL: '',
      bodySize: response?.body?.length ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  }
}

function common(headers: HeaderList) {
  const shown = headers.filter(([name]) => !credentials.includes(name))
  return {
    httpVersion: 'HTTP/1.1',
    headers: shown.map(([name, value]) => ({ name, value })),
    cookies: [],
    headersSize: -1,
  }
}

/** An unknown body has a size but no text, as in browsers. */
function contentOf(response: Exchange['response']): unknown {
  const mimeType = getHeader(response?.headers ?? [], 'content-type') ?? ''
  const body = response?.body
  if (!body) return { size: -1, mimeType }
  if (body.length === 0) return { size: 0, mimeType }
  try {
    return { size: body.length, mimeType, text: new TextDecoder('utf-8', { fatal: true }).decode(body) }
  } catch {
    return { size: body.length, mimeType, text: base64Of(body), encoding: 'base64' }
  }
}

function base64Of(body: Uint8Array): string {
  let text = ''
  // The number of arguments of a call is limited.
  for (let at = 0; at < body.length; at += 8192) text += String.fromCharCode(...body.subarray(at, at + 8192))
  return btoa(text)
}
