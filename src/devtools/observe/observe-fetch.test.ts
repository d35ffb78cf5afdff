import { afterEach, expect, test, vi } from 'vitest'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import { observeFetch } from './observe-fetch'
import { MAX_BYTES } from './read-limited'
import { toApiUrl } from './to-api-url'

const api = 'http://localhost/api/groups/1'
const json = { 'content-type': 'application/json' }
const textOf = (body: Uint8Array | undefined) => new TextDecoder().decode(body)

const observed = (answer: (request: Request) => Promise<Response>) => {
  const exchanges: Exchange[] = []
  const scope = { fetch: ((input: Request) => answer(input)) as typeof fetch }
  const outcomes: string[] = []
  const end = observeFetch(scope, ({ request, response }) => {
    outcomes.push(`${request.method} ${response}`)
    return (exchange, outcome) => {
      exchanges.push(exchange)
      outcomes.push(outcome)
    }
  })
  return { exchanges, outcomes, scope, end, send: (request: Request) => scope.fetch(request) }
}

afterEach(() => vi.restoreAllMocks())

test('reports a call with everything the page can see, and the page can read the response', async () => {
  const { exchanges, send } = observed(async request => {
    await request.text()
    return Response.json({ id: 1 }, { status: 201, headers: { 'x-request-id': 'mock-1' } })
  })
  const answer = await send(new Request(api, { method: 'POST', headers: json, body: '{"a":1}' }))
  expect(await answer.json()).toEqual({ id: 1 })
  await vi.waitFor(() => expect(exchanges).toHaveLength(1))
  const [{ request, response, isSanitized, milliseconds } = {} as Exchange] = exchanges
  expect([request.method, request.url, textOf(request.body)]).toEqual(['POST', api, '{"a":1}'])
  expect(request.headers).toEqual([['content-type', 'application/json']])
  expect([response?.status, textOf(response?.body)]).toEqual([201, '{"id":1}'])
  expect(response?.headers).toContainEqual(['x-request-id', 'mock-1'])
  expect([isSanitized, milliseconds]).toEqual([true, expect.any(Number)])
})

test('the page gets the response while the body is still streaming', async () => {
  let end = () => {}
  const body = new ReadableStream({
    start: controller => {
      controller.enqueue(new TextEncoder().encode('{"id":'))
      end = () => {
        controller.enqueue(new TextEncoder().encode('1}'))
        controller.close()
      }
    },
  })
  const { exchanges, send } = observed(async () => new Response(body, { headers: json }))
  const answer = await send(new Request(api))
  expect(exchanges).toEqual([])
  end()
  expect(await answer.json()).toEqual({ id: 1 })
  await vi.waitFor(() => expect(textOf(exchanges[0]?.response?.body)).toBe('{"id":1}'))
})

test.each([
  ['a broken connection', async () => Promise.reject(new TypeError('gone')), null],
  ['no body', async () => new Response(null, { status: 204 }), { status: 204, bytes: 0 }],
  [
    'a body over the limit',
    async () => new Response(new Uint8Array(MAX_BYTES + 1)),
    { status: 200, bytes: undefined },
  ],
  [
    'a content-length over the limit',
    async () => new Response('{}', { headers: { 'content-length': String(MAX_BYTES + 1) } }),
    { status: 200, bytes: undefined },
  ],
])('reports %s', async (_, answer, seen) => {
  const { exchanges, send } = observed(answer)
  await send(new Request(api)).then(
    response => response.arrayBuffer(),
    () => undefined,
  )
  await vi.waitFor(() => expect(exchanges).toHaveLength(1))
  const response = exchanges[0]?.response
  expect(response && { status: response.status, bytes: response.body?.length }).toEqual(seen)
})

test('reports a pending call when it is sent, and how it ended', async () => {
  const { exchanges, outcomes, send } = observed(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const [left, limited] = [new AbortController(), new AbortController()]
  for (const { signal } of [left, limited]) send(new Request(api, { signal })).catch(() => undefined)
  expect(outcomes).toEqual(['GET null', 'GET null'])
  left.abort()
  await vi.waitFor(() => expect(outcomes.at(-1)).toBe('givenUp'))
  limited.abort(new DOMException('Too slow.', 'TimeoutError'))
  await vi.waitFor(() => expect(outcomes.at(-1)).toBe('tooSlow'))
  expect(exchanges.map(({ response }) => response)).toEqual([null, null])
})

test('reports no other URLs, and nothing after the end', async () => {
  const { outcomes, send, end } = observed(async () => Response.json({}))
  await send(new Request('http://localhost/files/a.pdf'))
  end()
  await send(new Request(api))
  expect(outcomes).toEqual([])
  expect(toApiUrl('http://localhost/group/api/')).toBe(null)
})

test('does not record form bodies', async () => {
  const { exchanges, send } = observed(async () => new Response(null, { status: 204 }))
  const form = new FormData()
  form.set('text', 'a secret')
  await send(new Request(api, { method: 'POST', body: form }))
  await vi.waitFor(() => expect(exchanges).toHaveLength(1))
  expect(exchanges[0]?.request).not.toHaveProperty('body')
})
