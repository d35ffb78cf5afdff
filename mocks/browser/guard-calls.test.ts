import { expect, it } from 'vitest'
import { guardCalls } from './guard-calls'

const ours = () =>
  Response.json({ detail: 'Not Found' }, { status: 404, headers: { 'x-request-id': 'mock-7' } })
const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
const broken = () => {
  throw new TypeError('Failed to fetch')
}

/** `answers` come one after the other; `isHeard`: the platform has seen the calls. */
function createCalls(
  answers: (() => Response)[],
  { isWakeable = true, isHeard = false }: { isWakeable?: boolean; isHeard?: boolean } = {},
) {
  const sent: string[] = []
  const told: (string | null)[] = []
  let woken = 0
  const guard = guardCalls({
    fetch: async request => {
      if (isHeard) guard.hear(request)
      sent.push(await request.text())
      return (answers.shift() ?? broken)()
    },
    isApi: url => new URL(url).pathname.startsWith('/api/'),
    wake: async () => {
      woken++
      return isWakeable
    },
    onUnmocked: sentence => told.push(sentence),
  })
  const send = (path = '/api/groups', init?: RequestInit) => guard.fetch(`http://localhost${path}`, init)
  return { send, sent, told, woken: () => woken }
}

it('W05 an answer of the platform comes as it is, whatever its status', async () => {
  const { send, sent, told, woken } = createCalls([ours])
  expect((await send()).status).toBe(404)
  expect([sent.length, woken()]).toEqual([1, 0])
  expect(told).toEqual([null])
})

it.each([
  ['the page of a static server', page],
  ['the word of the development server that the worker sleeps', () => Response.json({}, { status: 503 })],
  ['no answer', broken],
])(
  'W05 %s in place of the platform’s wakes the worker, and the call is sent once more',
  async (_, answer) => {
    const { send, sent, told, woken } = createCalls([answer, ours])
    const response = await send('/api/labs', { method: 'POST', body: 'typed' })
    expect(response.status).toBe(404)
    expect(sent).toEqual(['typed', 'typed'])
    expect(woken()).toBe(1)
    expect(told).toEqual([null])
  },
)

it.each([
  ['cannot be woken', false, [page]],
  ['answers no more after it was woken', true, [page, page]],
])('a worker that %s is told of, with the call', async (_, isWakeable, answers) => {
  const { send, told } = createCalls([...answers, ours], { isWakeable })
  expect(await (await send()).text()).toBe('<!doctype html>')
  expect(told).toEqual([expect.stringMatching(/^GET \/api\/groups has passed .* by\. Reload/)])
  await send()
  expect(told.at(-1)).toBeNull()
})

it('a connection that the platform itself breaks is no lost call', async () => {
  const { send, sent, told, woken } = createCalls([broken], { isHeard: true })
  await expect(send()).rejects.toThrow('Failed to fetch')
  expect([sent.length, woken()]).toEqual([1, 0])
  expect(told).toEqual([])
})

it('what is given up is not sent again', async () => {
  const { send, woken } = createCalls([broken])
  await expect(send('/api/groups', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(woken()).toBe(0)
})

it('nothing outside of /api is looked at', async () => {
  const { send, woken } = createCalls([page])
  await send('/config.json')
  expect(woken()).toBe(0)
})
