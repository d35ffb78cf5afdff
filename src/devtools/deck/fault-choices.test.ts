import { describe, expect, test } from 'vitest'
import { findFaultProblem } from '../../../mocks/control/fault-problem'
import { operationFacts } from '../../../mocks/control/platform-state'
import { type OperationId, operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { respondFaulty } from '../../../mocks/run/respond'
import { choiceId, choiceOf, faultChoices, faultOf } from './fault-choices'

const details = { status: 503, detail: '', milliseconds: 1500 }
const facts = operationFacts()
const offered = facts.flatMap(operation =>
  faultChoices(operation).map(choice => ({ operationId: operation.operationId, choice })),
)

const raised = async (fault: Fault) => {
  const response = respondFaulty({ requestId: 'mock-1', now: 0 }, fault)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The contract's refusals in one line each, from its own table. */
const documented = (operationId: OperationId): string[] =>
  operationTable
    .filter(row => row.operationId === operationId)
    .flatMap(({ responses }) => responses.filter(({ status }) => status >= 400))
    .flatMap(({ status, details: texts }) => (texts ?? ['']).map(text => `${status} ${text}`))

describe('what the deck offers', () => {
  test('every status and every detail of the contract can be raised, and answers as the contract says', async () => {
    expect(facts.map(({ operationId }) => operationId).sort()).toEqual(
      operationTable.map(({ operationId }) => operationId).sort(),
    )
    for (const operation of facts) {
      const answers: string[] = []
      for (const choice of faultChoices(operation)) {
        if (choice.kind !== 'refusal') continue
        const { status, body } = await raised(faultOf(choice, details))
        answers.push(`${status} ${body.detail ?? ''}`)
      }
      expect([operation.operationId, ...answers]).toEqual([
        operation.operationId,
        ...documented(operation.operationId as OperationId),
      ])
    }
  })

  test('the platform takes every choice, and every kind of fault can be chosen', () => {
    const problems = offered.flatMap(({ operationId, choice }) => {
      const problem = findFaultProblem({ operationId, fault: faultOf(choice, details), times: 1 })
      return problem === undefined ? [] : [`${operationId} ${choiceId(choice)}: ${problem}`]
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
    const chosen = new Set<string>(offered.map(({ choice }) => faultOf(choice, details).kind))
    expect([...chosen].sort()).toEqual(Object.keys(kinds).sort())
  })

  test('no two rows of one list are the same', () => {
    for (const operation of facts) {
      const ids = faultChoices(operation).map(choiceId)
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('too many calls are told when to come back, and refused fields are named as the server names them', async () => {
    const limited = await raised(faultOf({ kind: 'refusal', status: 429, detail: 'x' }, details))
    expect(limited.headers.get('retry-after')).toBe('30')
    const fields = await raised(faultOf({ kind: 'fields' }, details))
    expect([fields.status, fields.body.detail[0].loc]).toEqual([422, ['body']])
  })

  test('any status goes with any detail or none', () => {
    const other = { kind: 'other' } as const
    expect(faultOf(other, details)).toEqual({ kind: 'status', status: 503 })
    expect(faultOf(other, { ...details, status: 418, detail: 'tea' })).toEqual({
      kind: 'status',
      status: 418,
      detail: 'tea',
    })
  })

  test('a standing fault is told by the row that it was chosen by', () => {
    for (const { choice } of offered) {
      if (choice.kind !== 'other') expect(choiceOf(faultOf(choice, details))).toEqual(choice)
    }
  })
})
