import { afterEach, describe, expect, test, vi } from 'vitest'
import { listOperations, validateFault } from '../../../mocks/control/controls'
import { listStarts } from '../../../mocks/control/starts'
import { type OperationId, operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { respondWithFault } from '../../../mocks/run/response'
import type { Exchange } from '../../../packages/contract/validator/exchange'
import {
  changedExchange,
  contract,
  withFields,
  withoutField,
} from '../../../packages/contract/validator/test-exchanges'
import { validateExchange } from '../../../packages/contract/validator/validate-exchange'
import { getStartLabel, getTranslate, startMessageKeys } from '../messages'
import { groupViolations, observedExchanges } from '../observe/observed-exchanges'
import { faultChoices, getChoiceId, toChoice, toFault } from './fault-choices'

const details = { status: 503, detail: '', milliseconds: 1500 }
const facts = listOperations()
const allChoices = facts.flatMap(operation =>
  faultChoices(operation).map(choice => ({ operationId: operation.operationId, choice })),
)

const respond = async (fault: Fault) => {
  const response = respondWithFault({ requestId: 'mock-1', now: 0 }, fault)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The error responses of the contract, as `status detail`. */
const documented = (operationId: OperationId): string[] =>
  operationTable
    .filter(row => row.operationId === operationId)
    .flatMap(({ responses }) => responses.filter(({ status }) => status >= 400))
    .flatMap(({ status, details: texts }) => (texts ?? ['']).map(text => `${status} ${text}`))

describe('fault choices', () => {
  test('offers every status and detail of the contract, and responds as documented', async () => {
    expect(facts.map(({ operationId }) => operationId).sort()).toEqual(
      operationTable.map(({ operationId }) => operationId).sort(),
    )
    for (const operation of facts) {
      const answers: string[] = []
      for (const choice of faultChoices(operation)) {
        if (choice.kind !== 'error') continue
        const { status, body } = await respond(toFault(choice, details))
        answers.push(`${status} ${body.detail ?? ''}`)
      }
      expect([operation.operationId, ...answers]).toEqual([
        operation.operationId,
        ...documented(operation.operationId as OperationId),
      ])
    }
  })

  test('the platform accepts every choice, and every kind of fault is offered', () => {
    const problems = allChoices.flatMap(({ operationId, choice }) => {
      const problem = validateFault({ operationId, fault: toFault(choice, details), times: 1 })
      return problem === undefined ? [] : [`${operationId} ${getChoiceId(choice)}: ${problem}`]
    })
    expect(problems).toEqual([])
    const kinds = {
      status: 1,
      body: 1,
      html: 1,
      text: 1,
      empty: 1,
      malformed: 1,
      abort: 1,
      reset: 1,
      doubled: 1,
      never: 1,
      delay: 1,
    } satisfies Record<Exclude<Fault['kind'], 'wait'>, 1>
    const chosen = new Set<string>(allChoices.map(({ choice }) => toFault(choice, details).kind))
    expect([...chosen].sort()).toEqual(Object.keys(kinds).sort())
  })

  test('the choices of an operation are unique', () => {
    for (const operation of facts) {
      const ids = faultChoices(operation).map(getChoiceId)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('a 429 has Retry-After, and field errors have the format of the server', async () => {
    const limited = await respond(toFault({ kind: 'error', status: 429, detail: 'x' }, details))
    expect(limited.headers.get('retry-after')).toBe('30')
    const fields = await respond(toFault({ kind: 'fields' }, details))
    expect([fields.status, fields.body.detail[0].loc]).toEqual([422, ['body']])
  })

  test('any status can have any detail or none', () => {
    const other = { kind: 'other' } as const
    expect(toFault(other, details)).toEqual({ kind: 'status', status: 503 })
    expect(toFault(other, { ...details, status: 418, detail: 'tea' })).toEqual({
      kind: 'status',
      status: 418,
      detail: 'tea',
    })
  })

  test('finds the choice of a fault', () => {
    for (const { choice } of allChoices) {
      if (choice.kind !== 'other') expect(toChoice(toFault(choice, details))).toEqual(choice)
    }
  })
})

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

test('every start has a label, and every label has a start', () => {
  const names = listStarts().map(({ name }) => name)
  expect([...startMessageKeys.keys()].sort()).toEqual(names.toSorted())
})

test('a recording is labelled by its name, an unknown start by itself', () => {
  expect(getStartLabel('recorded:slow-group', getTranslate('ru'))).toBe('Запись «slow-group»')
  expect(getStartLabel('ofTomorrow', getTranslate('en'))).toBe('ofTomorrow')
})
