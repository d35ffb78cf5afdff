import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Exchange } from '../../../packages/contract/validator/exchange'
import { MAX_BYTES, observeFetch, observeUploads, toApiUrl } from './observe-requests'
import { startValidator } from './start-validator'
import type { ValidationRequest, ValidationResult } from './validate'

const api = 'http://localhost/api/groups/1'
const json = { 'content-type': 'application/json' }
const getText = (body: Uint8Array | undefined) => new TextDecoder().decode(body)

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
  expect([request.method, request.url, getText(request.body)]).toEqual(['POST', api, '{"a":1}'])
  expect(request.headers).toEqual([['content-type', 'application/json']])
  expect([response?.status, getText(response?.body)]).toEqual([201, '{"id":1}'])
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
  await vi.waitFor(() => expect(getText(exchanges[0]?.response?.body)).toBe('{"id":1}'))
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
  // Node forwards an abort to a request only while something still refers to the request.
  const requests = [left, limited].map(({ signal }) => new Request(api, { signal }))
  for (const request of requests) send(request).catch(() => undefined)
  expect(outcomes).toEqual(['GET null', 'GET null'])
  left.abort()
  await vi.waitFor(() => expect(outcomes.at(-1)).toBe('givenUp'))
  limited.abort(new DOMException('Too slow.', 'TimeoutError'))
  await vi.waitFor(() => expect(outcomes.at(-1)).toBe('tooSlow'))
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true])
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

/** A minimal fake `XMLHttpRequest`. */
const makeScope = () => {
  class Call extends EventTarget {
    status = 0
    responseType = 'arraybuffer'
    response: ArrayBuffer | null = null
    open() {}
    setRequestHeader() {}
    send() {}
    getAllResponseHeaders() {
      return 'Content-Type: application/json\r\nX-Request-Id: mock-2\r\n'
    }
    end(status: number, text: string) {
      this.status = status
      this.response = new TextEncoder().encode(text).buffer
      this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  return { XMLHttpRequest: Call }
}

test('reports an upload with its response, without the file', () => {
  const scope = makeScope()
  const exchanges: Exchange[] = []
  const outcomes: string[] = []
  const end = observeUploads(scope as never, sent => {
    expect(sent.response).toBe(null)
    outcomes.push('pending')
    return (exchange, outcome) => {
      exchanges.push(exchange)
      outcomes.push(outcome)
    }
  })
  const upload = (url: string) => {
    const call = new scope.XMLHttpRequest() as unknown as XMLHttpRequest &
      InstanceType<typeof scope.XMLHttpRequest>
    call.open('post', url)
    call.setRequestHeader('Authorization', 'Bearer x')
    call.send('a file')
    return call
  }
  upload('http://localhost/api/feedback').end(413, '{"detail":"x"}')
  upload('http://localhost/api/feedback').end(0, '')
  upload('http://localhost/elsewhere').end(200, '')
  upload('http://localhost/api/feedback').abort()
  const last = upload('http://localhost/api/feedback')
  end()
  upload('http://localhost/api/feedback').end(204, '')
  last.end(204, '')
  const request = {
    method: 'POST',
    url: 'http://localhost/api/feedback',
    headers: [['authorization', 'Bearer x']],
  }
  expect(exchanges.map(one => one.request)).toEqual(Array(4).fill(request))
  expect(exchanges.map(one => one.response?.status)).toEqual([413, undefined, undefined, 204])
  expect(outcomes.filter(one => one !== 'pending')).toEqual(['answered', 'broken', 'givenUp', 'answered'])
  expect(outcomes).toHaveLength(8)
  expect(new TextDecoder().decode(exchanges[0]?.response?.body)).toBe('{"detail":"x"}')
  expect(exchanges[0]?.response?.headers).toContainEqual(['content-type', 'application/json'])
})

const exchange: Exchange = {
  request: { method: 'GET', url: 'http://localhost/api/groups', headers: [] },
  response: null,
}
const loadValidate = async () => ({
  validate: ({ id, exchange: { request } }: ValidationRequest): ValidationResult => {
    if (request.method === 'BROKEN') throw new RangeError('too deep')
    return { id, judgements: [], operationId: 'here' }
  },
})

class FakeWorker extends EventTarget {
  requests: ValidationRequest[] = []
  isTerminated = false
  postMessage(request: ValidationRequest) {
    this.requests.push(request)
  }
  terminate() {
    this.isTerminated = true
  }
}

const start = (makeWorker: () => FakeWorker) => {
  const results: ValidationResult[] = []
  const onNoWorker = vi.fn()
  const idle: (() => void)[] = []
  const validate = startValidator(
    { makeWorker: makeWorker as never, whenIdle: work => idle.push(work), loadValidate: loadValidate },
    result => results.push(result),
    onNoWorker,
  )
  const runIdle = () => vi.waitFor(() => expect(idle.shift()?.()).toBe(undefined))
  return { validate, results, onNoWorker, idle, runIdle }
}

test('validates in the worker', async () => {
  const worker = new FakeWorker()
  const { validate, results, onNoWorker } = start(() => worker)
  validate(1, exchange)
  expect(worker.requests).toEqual([{ id: 1, exchange }])
  worker.dispatchEvent(Object.assign(new Event('message'), { data: { id: 1, judgements: [] } }))
  expect(results).toEqual([{ id: 1, judgements: [] }])
  expect(onNoWorker).not.toHaveBeenCalled()
})

test('without a worker, reports it and validates one exchange per idle callback', async () => {
  const { validate, results, onNoWorker, idle, runIdle } = start(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect(onNoWorker).toHaveBeenCalledOnce()
  validate(1, exchange)
  validate(2, exchange)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  expect(results).toEqual([])
  await runIdle()
  expect(results.map(({ id }) => id)).toEqual([1])
  await runIdle()
  validate(3, exchange)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  await runIdle()
  expect(results.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('validates the pending exchanges itself when the worker fails', async () => {
  const worker = new FakeWorker()
  const { validate, results, onNoWorker, idle, runIdle } = start(() => worker)
  validate(1, exchange)
  worker.dispatchEvent(new Event('error'))
  expect([worker.isTerminated, onNoWorker.mock.calls.length]).toEqual([true, 1])
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  await runIdle()
  expect(results.map(({ id, operationId }) => [id, operationId])).toEqual([[1, 'here']])
})

test('reports an exchange that the validator throws for, and validates the next one', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => log.mockRestore())
  const { validate, results, idle, runIdle } = start(() => {
    throw new DOMException('no', 'SecurityError')
  })
  validate(1, { ...exchange, request: { ...exchange.request, method: 'BROKEN' } })
  validate(2, exchange)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  await runIdle()
  await runIdle()
  expect(results).toEqual([{ id: 1 }, { id: 2, judgements: [], operationId: 'here' }])
  expect(log).toHaveBeenCalledOnce()
})
