import { afterEach, expect, test, vi } from 'vitest'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import {
  changedExchange,
  contract,
  withFields,
  withoutField,
} from '../../../scripts/lib/validator/test-exchanges'
import { validateExchange } from '../../../scripts/lib/validator/validate-exchange'
import { observedExchanges } from '../observe/observed-exchanges'
import { groupViolations } from './group-violations'

afterEach(() => observedExchanges.clear())

const see = (exchange: Exchange) => {
  const id = observedExchanges.add(exchange, 0)
  observedExchanges.setVerdict(id, validateExchange(contract, exchange))
  return id
}

test('groups violations by drift, operation and location, most severe first', () => {
  observedExchanges.add(changedExchange('getTask 200', { body: withoutField('points') }), 0)
  see(changedExchange('listGroups 200', { milliseconds: 9000 }))
  see(changedExchange('getTask 200', {}))
  see(changedExchange('getTask 200', { body: withFields({ secret: 'x' }) }))
  see(changedExchange('getTask 200', { body: withoutField('points') }))
  const last = see(changedExchange('getTask 200', { body: withoutField('points') }))
  const violations = groupViolations(observedExchanges.list())
  expect(violations.map(({ key, count }) => `${count} × ${key}`)).toEqual([
    '2 × DR21 getTask answer 200 /points',
    '1 × DR35 getTask answer 200 /secret',
    '1 × DR64 listGroups answer 200',
  ])
  expect(violations[0]).toMatchObject({ exchangeId: last, title: 'required answer field removed' })
})

test('stores the latest 300 exchanges, and the newest 50 MB of bodies', () => {
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
  observedExchanges.setVerdict(first, [])
  expect(observedExchanges.list()).toBe(before)
  expect(listener).toHaveBeenCalledTimes(301)
  end()
})
