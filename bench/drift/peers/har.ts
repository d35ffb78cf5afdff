import { decodeBody, type Exchange, getHeader } from '../../../scripts/lib/validator/exchange'

export function toHar(exchanges: readonly Exchange[]): string {
  const entries = exchanges.flatMap(({ request, response }) => {
    if (!response) return []
    const url = new URL(request.url)
    const type = getHeader(request.headers, 'content-type')
    const content = {
      mimeType: getHeader(response.headers, 'content-type') ?? '',
      text: decodeBody(response.body),
    }
    return [
      {
        startedDateTime: '2026-10-05T09:00:00.000Z',
        time: 1,
        request: {
          method: request.method,
          url: request.url,
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: pairs(request.headers),
          queryString: pairs([...url.searchParams]),
          headersSize: -1,
          bodySize: request.body?.length ?? 0,
          ...(request.body && { postData: { mimeType: type ?? '', text: decodeBody(request.body) } }),
        },
        response: {
          status: response.status,
          statusText: '',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: pairs(response.headers),
          content: { ...content, size: response.body?.length ?? 0 },
          redirectURL: '',
          headersSize: -1,
          bodySize: response.body?.length ?? 0,
        },
        cache: {},
        timings: { send: 0, wait: 1, receive: 0 },
      },
    ]
  })
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'bench', version: '1' }, entries } })
}

function pairs(list: readonly (readonly [string, string])[]) {
  return list.map(([name, value]) => ({ name, value }))
}
