import { expect, onTestFinished, test, vi } from 'vitest'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import { startValidator } from './start-validator'
import type { ValidationRequest, ValidationResult } from './validate'

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
