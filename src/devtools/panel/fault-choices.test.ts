import { describe, expect, test } from 'vitest'
import { listOperations } from '../../../mocks/control/platform-state'
import { validateFault } from '../../../mocks/control/validate-fault'
import { type OperationId, operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { respondWithFault } from '../../../mocks/run/respond'
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
        if (choice.kind !== 'refusal') continue
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
      empty: 1,
      malformed: 1,
      abort: 1,
      reset: 1,
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
    const limited = await respond(toFault({ kind: 'refusal', status: 429, detail: 'x' }, details))
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
