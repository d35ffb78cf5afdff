import { expect, onTestFinished, test, vi } from 'vitest'
import type { Exchange } from '../../../scripts/lib/judge/exchange'
import type { Question, Verdict } from './judge'
import { startJudging } from './judging'

const exchange: Exchange = {
  request: { method: 'GET', url: 'http://localhost/api/groups', headers: [] },
  response: null,
}
const loadJudge = async () => ({
  judge: ({ id, exchange: { request } }: Question): Verdict => {
    if (request.method === 'BROKEN') throw new RangeError('too deep')
    return { id, judgements: [], operationId: 'here' }
  },
})

class FakeWorker extends EventTarget {
  asked: Question[] = []
  isEnded = false
  postMessage(question: Question) {
    this.asked.push(question)
  }
  terminate() {
    this.isEnded = true
  }
}

const judging = (makeWorker: () => FakeWorker) => {
  const verdicts: Verdict[] = []
  const onNoWorker = vi.fn()
  const idle: (() => void)[] = []
  const ask = startJudging(
    { makeWorker: makeWorker as never, whenIdle: work => idle.push(work), loadJudge },
    verdict => verdicts.push(verdict),
    onNoWorker,
  )
  const runIdle = () => vi.waitFor(() => expect(idle.shift()?.()).toBe(undefined))
  return { ask, verdicts, onNoWorker, idle, runIdle }
}

test('a worker judges, and the page does not', async () => {
  const worker = new FakeWorker()
  const { ask, verdicts, onNoWorker } = judging(() => worker)
  ask(1, exchange)
  expect(worker.asked).toEqual([{ id: 1, exchange }])
  worker.dispatchEvent(Object.assign(new Event('message'), { data: { id: 1, judgements: [] } }))
  expect(verdicts).toEqual([{ id: 1, judgements: [] }])
  expect(onNoWorker).not.toHaveBeenCalled()
})

test('where no worker is allowed the page says so and judges one at a time when it is idle', async () => {
  const { ask, verdicts, onNoWorker, idle, runIdle } = judging(() => {
    throw new DOMException('no', 'SecurityError')
  })
  expect(onNoWorker).toHaveBeenCalledOnce()
  ask(1, exchange)
  ask(2, exchange)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  expect(verdicts).toEqual([])
  await runIdle()
  expect(verdicts.map(({ id }) => id)).toEqual([1])
  await runIdle()
  ask(3, exchange)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  await runIdle()
  expect(verdicts.map(({ id }) => id)).toEqual([1, 2, 3])
})

test('a worker that is refused later owes nothing: what it was asked is judged here', async () => {
  const worker = new FakeWorker()
  const { ask, verdicts, onNoWorker, idle, runIdle } = judging(() => worker)
  ask(1, exchange)
  worker.dispatchEvent(new Event('error'))
  expect([worker.isEnded, onNoWorker.mock.calls.length]).toEqual([true, 1])
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  await runIdle()
  expect(verdicts.map(({ id, operationId }) => [id, operationId])).toEqual([[1, 'here']])
})

test('an exchange that the judge breaks down over is told so, and the next one is judged', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => told.mockRestore())
  const { ask, verdicts, idle, runIdle } = judging(() => {
    throw new DOMException('no', 'SecurityError')
  })
  ask(1, { ...exchange, request: { ...exchange.request, method: 'BROKEN' } })
  ask(2, exchange)
  await vi.waitFor(() => expect(idle).toHaveLength(1))
  await runIdle()
  await runIdle()
  expect(verdicts).toEqual([{ id: 1 }, { id: 2, judgements: [], operationId: 'here' }])
  expect(told).toHaveBeenCalledOnce()
})
