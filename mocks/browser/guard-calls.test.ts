import { describe, expect, it } from 'vitest'
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
  return { guard, send, sent, told, woken: () => woken }
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

it('a call that the platform has heard is never sent again, whatever comes in place of its answer', async () => {
  // As msw answers for a handler that throws after its work.
  const failed = () => Response.json({ name: 'DataCloneError' }, { status: 500 })
  const { send, sent, told, woken } = createCalls([failed, ours], { isHeard: true })
  expect((await send('/api/labs', { method: 'POST', body: 'typed' })).status).toBe(500)
  expect([sent, woken()]).toEqual([['typed'], 0])
  expect(told).toEqual([null])
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

describe('an upload', () => {
  const address = 'http://localhost/api/feedback'

  /** Calls by `XMLHttpRequest`, as far as they are looked at. */
  function createUploads(isWakeable = true) {
    const { guard, told, woken } = createCalls([], { isWakeable })
    const sent: unknown[] = []
    class Call extends EventTarget {
      number: string | null = null
      open() {}
      abort() {}
      send(body: unknown) {
        sent.push(body)
      }
      getResponseHeader() {
        return this.number
      }
      end(type: 'load' | 'error', number: string | null = null) {
        this.number = number
        this.dispatchEvent(new Event(type))
      }
    }
    guard.guardUploads({ XMLHttpRequest: Call as unknown as typeof XMLHttpRequest })
    const upload = (url = address) => {
      const call = new Call() as Call & XMLHttpRequest
      call.open('post', url)
      call.send('a file')
      return call
    }
    return { guard, upload, sent, told, woken }
  }
  const isToldOf = expect.stringMatching(/^POST \/api\/feedback has passed .* by\. Reload/)

  it('W05 leaves when the worker is awake, and the platform’s answer is no news', async () => {
    const { upload, sent, told, woken } = createUploads()
    const call = upload()
    expect([sent.length, woken()]).toEqual([0, 1])
    await Promise.resolve()
    expect(sent).toEqual(['a file'])
    call.end('load', 'mock-7')
    expect(told).toEqual([null])
  })

  it('W05 that a static server answers is told of, and so is one that nobody answers', async () => {
    const { upload, sent, told } = createUploads(false)
    const [answered, broken] = [upload(), upload()]
    await Promise.resolve()
    expect(sent.length).toBe(2)
    answered.end('load')
    broken.end('error')
    expect(told).toEqual([isToldOf, isToldOf])
  })

  it('whose connection the platform itself breaks is not lost', async () => {
    const { guard, upload, told } = createUploads()
    const call = upload()
    guard.hear(new Request(address, { method: 'POST' }))
    call.end('error')
    expect(told).toEqual([null])
  })

  it('that was given up meanwhile never leaves', async () => {
    const { upload, sent } = createUploads()
    upload().abort()
    await Promise.resolve()
    expect(sent).toEqual([])
  })

  it('to another place is left alone', () => {
    const { upload, sent, woken } = createUploads()
    upload('http://localhost/elsewhere').end('load')
    expect([sent.length, woken()]).toEqual([1, 0])
  })
})
