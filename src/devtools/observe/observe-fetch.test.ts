import { afterEach, expect, test, vi } from 'vitest'
import type { Exchange } from '../../../scripts/lib/judge/exchange'
import { apiAddress } from './api-address'
import { observeFetch } from './observe-fetch'
import { mostBytes } from './read-limited'

const api = 'http://localhost/api/groups/1'
const json = { 'content-type': 'application/json' }
const textOf = (body: Uint8Array | undefined) => new TextDecoder().decode(body)

/** A page whose server answers so. */
const observed = (answer: (request: Request) => Promise<Response>) => {
  const told: Exchange[] = []
  const scope = { fetch: ((input: Request) => answer(input)) as typeof fetch }
  const outcomes: string[] = []
  const end = observeFetch(scope, ({ request, response }) => {
    outcomes.push(`${request.method} ${response}`)
    return (exchange, outcome) => {
      told.push(exchange)
      outcomes.push(outcome)
    }
  })
  return { told, outcomes, scope, end, ask: (request: Request) => scope.fetch(request) }
}

afterEach(() => vi.restoreAllMocks())

test('a call is told with all that the page can see of it, and the page reads its answer', async () => {
  const { told, ask } = observed(async request => {
    await request.text()
    return Response.json({ id: 1 }, { status: 201, headers: { 'x-request-id': 'mock-1' } })
  })
  const answer = await ask(new Request(api, { method: 'POST', headers: json, body: '{"a":1}' }))
  expect(await answer.json()).toEqual({ id: 1 })
  await vi.waitFor(() => expect(told).toHaveLength(1))
  const [{ request, response, isSanitized, milliseconds } = {} as Exchange] = told
  expect([request.method, request.url, textOf(request.body)]).toEqual(['POST', api, '{"a":1}'])
  expect(request.headers).toEqual([['content-type', 'application/json']])
  expect([response?.status, textOf(response?.body)]).toEqual([201, '{"id":1}'])
  expect(response?.headers).toContainEqual(['x-request-id', 'mock-1'])
  expect([isSanitized, milliseconds]).toEqual([true, expect.any(Number)])
})

test('the page has its answer while the body is still on its way', async () => {
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
  const { told, ask } = observed(async () => new Response(body, { headers: json }))
  const answer = await ask(new Request(api))
  expect(told).toEqual([])
  end()
  expect(await answer.json()).toEqual({ id: 1 })
  await vi.waitFor(() => expect(textOf(told[0]?.response?.body)).toBe('{"id":1}'))
})

test.each([
  ['a broken connection', async () => Promise.reject(new TypeError('gone')), null],
  ['no body', async () => new Response(null, { status: 204 }), { status: 204, bytes: 0 }],
  [
    'a body larger than is kept',
    async () => new Response(new Uint8Array(mostBytes + 1)),
    { status: 200, bytes: undefined },
  ],
  [
    'a body that is said to be larger',
    async () => new Response('{}', { headers: { 'content-length': String(mostBytes + 1) } }),
    { status: 200, bytes: undefined },
  ],
])('%s is told as what it is', async (_, answer, seen) => {
  const { told, ask } = observed(answer)
  await ask(new Request(api)).then(
    response => response.arrayBuffer(),
    () => undefined,
  )
  await vi.waitFor(() => expect(told).toHaveLength(1))
  const response = told[0]?.response
  expect(response && { status: response.status, bytes: response.body?.length }).toEqual(seen)
})

test('a call without an answer is told when it is sent, and then how the page came to end it', async () => {
  const { told, outcomes, ask } = observed(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  const [left, limited] = [new AbortController(), new AbortController()]
  for (const { signal } of [left, limited]) ask(new Request(api, { signal })).catch(() => undefined)
  expect(outcomes).toEqual(['GET null', 'GET null'])
  left.abort()
  await vi.waitFor(() => expect(outcomes.at(-1)).toBe('givenUp'))
  limited.abort(new DOMException('Too slow.', 'TimeoutError'))
  await vi.waitFor(() => expect(outcomes.at(-1)).toBe('tooSlow'))
  expect(told.map(({ response }) => response)).toEqual([null, null])
})

test('files and other pages are not told, and after the end nothing is', async () => {
  const { outcomes, ask, end } = observed(async () => Response.json({}))
  await ask(new Request('http://localhost/files/a.pdf'))
  end()
  await ask(new Request(api))
  expect(outcomes).toEqual([])
  expect(apiAddress('http://localhost/group/api/')).toBe(null)
})

test('of a form nothing is kept but that it was sent', async () => {
  const { told, ask } = observed(async () => new Response(null, { status: 204 }))
  const form = new FormData()
  form.set('text', 'a secret')
  await ask(new Request(api, { method: 'POST', body: form }))
  await vi.waitFor(() => expect(told).toHaveLength(1))
  expect(told[0]?.request).not.toHaveProperty('body')
})
