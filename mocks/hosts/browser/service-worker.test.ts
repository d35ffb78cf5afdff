import { describe, expect, it } from 'vitest'
import { createUnmockedRetry } from './service-worker'

const ours = () =>
  Response.json({ detail: 'Not Found' }, { status: 404, headers: { 'x-request-id': 'mock-7' } })
const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
const broken = () => {
  throw new TypeError('Failed to fetch')
}

/** `answers` come one after the other; `isHandled`: the platform has seen the calls. */
function createClient(
  responses: (() => Response)[],
  { isWakeable = true, isHandled = false, isForgotten = false } = {},
) {
  const sent: string[] = []
  const messages: (string | null)[] = []
  let wakes = 0
  const retry = createUnmockedRetry({
    fetch: async request => {
      if (isHandled) retry.onHandled(request)
      sent.push(await request.text())
      return (responses.shift() ?? broken)()
    },
    isApi: url => new URL(url).pathname.startsWith('/api/'),
    isForgotten: () => isForgotten,
    wake: async () => {
      wakes++
      isForgotten = false
      return isWakeable
    },
    onUnmocked: message => messages.push(message),
  })
  const send = (path = '/api/groups', init?: RequestInit) => retry.fetch(`http://localhost${path}`, init)
  return { retry, send, sent, messages, wakeCount: () => wakes }
}

it('W05 passes responses of the platform through, whatever their status', async () => {
  const { send, sent, messages, wakeCount } = createClient([ours])
  expect((await send()).status).toBe(404)
  expect([sent.length, wakeCount()]).toEqual([1, 0])
  expect(messages).toEqual([null])
})

it.each([
  ['the page of a static server', page],
  ['a 503 of the development server', () => Response.json({}, { status: 503 })],
  ['a network error', broken],
])('W05 after %s wakes the worker and sends the request again', async (_, unmocked) => {
  const { send, sent, messages, wakeCount } = createClient([unmocked, ours])
  const response = await send('/api/labs', { method: 'POST', body: 'typed' })
  expect(response.status).toBe(404)
  expect(sent).toEqual(['typed', 'typed'])
  expect(wakeCount()).toBe(1)
  expect(messages).toEqual([null])
})

it.each([
  ['cannot be woken', false, [page]],
  ['does not respond after it was woken', true, [page, page]],
])('reports a worker that %s, with the request', async (_, isWakeable, responses) => {
  const { send, messages } = createClient([...responses, ours], { isWakeable })
  expect(await (await send()).text()).toBe('<!doctype html>')
  expect(messages).toEqual([expect.stringMatching(/^GET \/api\/groups has passed .* by\. Reload/)])
  await send()
  expect(messages.at(-1)).toBeNull()
})

it('W05 wakes a worker that has forgotten the page before the first request', async () => {
  const { send, sent, wakeCount } = createClient([ours, ours], { isForgotten: true })
  const response = send('/api/labs', { method: 'POST', body: 'typed' })
  expect(sent).toEqual([])
  expect((await response).status).toBe(404)
  await send()
  expect([sent, wakeCount()]).toEqual([['typed', ''], 1])
})

it('does not retry when the platform itself breaks the connection', async () => {
  const { send, sent, messages, wakeCount } = createClient([broken], { isHandled: true })
  await expect(send()).rejects.toThrow('Failed to fetch')
  expect([sent.length, wakeCount()]).toEqual([1, 0])
  expect(messages).toEqual([])
})

it('never retries a request that reached the platform, whatever comes back', async () => {
  // As msw answers for a handler that throws after its work.
  const failed = () => Response.json({ name: 'DataCloneError' }, { status: 500 })
  const { send, sent, messages, wakeCount } = createClient([failed, ours], { isHandled: true })
  expect((await send('/api/labs', { method: 'POST', body: 'typed' })).status).toBe(500)
  expect([sent, wakeCount()]).toEqual([['typed'], 0])
  expect(messages).toEqual([null])
})

it('does not retry an aborted request', async () => {
  const { send, wakeCount } = createClient([broken])
  await expect(send('/api/groups', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(wakeCount()).toBe(0)
})

it('ignores requests outside of /api', async () => {
  const { send, wakeCount } = createClient([page])
  await send('/config.json')
  expect(wakeCount()).toBe(0)
})

describe('an upload', () => {
  const address = 'http://localhost/api/feedback'

  /** Calls by `XMLHttpRequest`, as far as it is used. */
  function createUploadClient(isWakeable = true) {
    const { retry, messages, wakeCount } = createClient([], { isWakeable })
    const sent: unknown[] = []
    class Call extends EventTarget {
      requestId: string | null = null
      open() {}
      abort() {}
      send(body: unknown) {
        sent.push(body)
      }
      getResponseHeader() {
        return this.requestId
      }
      end(type: 'load' | 'error', requestId: string | null = null) {
        this.requestId = requestId
        this.dispatchEvent(new Event(type))
      }
    }
    retry.patchUploads({ XMLHttpRequest: Call as unknown as typeof XMLHttpRequest })
    const upload = (url = address) => {
      const call = new Call() as Call & XMLHttpRequest
      call.open('post', url)
      call.send('a file')
      return call
    }
    return { retry, upload, sent, messages, wakeCount }
  }
  const uploadMessage = expect.stringMatching(/^POST \/api\/feedback has passed .* by\. Reload/)

  it('W05 is sent when the worker is awake', async () => {
    const { upload, sent, messages, wakeCount } = createUploadClient()
    const call = upload()
    expect([sent.length, wakeCount()]).toEqual([0, 1])
    await Promise.resolve()
    expect(sent).toEqual(['a file'])
    call.end('load', 'mock-7')
    expect(messages).toEqual([null])
  })

  it('W05 is reported if a static server responds or the request fails', async () => {
    const { upload, sent, messages } = createUploadClient(false)
    const [answered, broken] = [upload(), upload()]
    await Promise.resolve()
    expect(sent.length).toBe(2)
    answered.end('load')
    broken.end('error')
    expect(messages).toEqual([uploadMessage, uploadMessage])
  })

  it('is not reported when the platform itself breaks the connection', async () => {
    const { retry, upload, messages } = createUploadClient()
    const call = upload()
    retry.onHandled(new Request(address, { method: 'POST' }))
    call.end('error')
    expect(messages).toEqual([null])
  })

  it('is not sent when it was aborted meanwhile', async () => {
    const { upload, sent } = createUploadClient()
    upload().abort()
    await Promise.resolve()
    expect(sent).toEqual([])
  })

  it('to another URL is not touched', () => {
    const { upload, sent, wakeCount } = createUploadClient()
    upload('http://localhost/elsewhere').end('load')
    expect([sent.length, wakeCount()]).toEqual([1, 0])
  })
})
