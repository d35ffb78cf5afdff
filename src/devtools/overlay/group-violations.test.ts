import { afterEach, expect, test, vi } from 'vitest'
import { changed, contract, given, without } from '../../../scripts/lib/judge/changed-exchange'
import type { Exchange } from '../../../scripts/lib/judge/exchange'
import { judgeExchange } from '../../../scripts/lib/judge/judge-exchange'
import { observedExchanges } from '../observe/observed-exchanges'
import { groupViolations } from './group-violations'

afterEach(() => observedExchanges.clear())

const see = (exchange: Exchange) => {
  const id = observedExchanges.add(exchange, 0)
  observedExchanges.judge(id, judgeExchange(contract, exchange))
  return id
}

test('violations are one for each drift, operation and place, the worst first', () => {
  observedExchanges.add(changed('getTask 200', { body: without('points') }), 0)
  see(changed('listGroups 200', { milliseconds: 9000 }))
  see(changed('getTask 200', {}))
  see(changed('getTask 200', { body: given({ secret: 'x' }) }))
  see(changed('getTask 200', { body: without('points') }))
  const last = see(changed('getTask 200', { body: without('points') }))
  const violations = groupViolations(observedExchanges.list())
  expect(violations.map(({ key, count }) => `${count} × ${key}`)).toEqual([
    '2 × DR21 getTask answer 200 /points',
    '1 × DR35 getTask answer 200 /secret',
    '1 × DR64 listGroups answer 200',
  ])
  expect(violations[0]).toMatchObject({ exchangeId: last, title: 'required answer field removed' })
})

test('the latest 300 exchanges are kept, and bodies of the newest 50 MB', () => {
  const listener = vi.fn()
  const end = observedExchanges.subscribe(listener)
  const request = { method: 'GET', url: 'http://localhost/api/groups', headers: [] }
  const large = (size: number) => ({
    request,
    response: { status: 200, headers: [], body: new Uint8Array(size) },
  })
  const first = observedExchanges.add(large(30_000_000), 0)
  observedExchanges.add(large(30_000_000), 0)
  const [old, fresh] = observedExchanges.list()
  expect([old?.exchange.response?.body, fresh?.exchange.response?.body?.length]).toEqual([
    undefined,
    30_000_000,
  ])
  for (let count = 0; count < 299; count++) observedExchanges.add(large(1), 0)
  expect([observedExchanges.list().length, observedExchanges.list()[0]?.id]).toEqual([300, first + 1])
  const before = observedExchanges.list()
  observedExchanges.judge(first, [])
  expect(observedExchanges.list()).toBe(before)
  expect(listener).toHaveBeenCalledTimes(301)
  end()
})
