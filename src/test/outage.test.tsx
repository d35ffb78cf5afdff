import { waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type OperationId, operationTable } from '../../mocks/operations.gen'
import { cases } from './matrix/cases'
import { expectMessages, findTitle, getText } from './matrix/page'
import { anyOf, ru } from './messages'
import { withQuickRetries } from './quick-retries'
import { type RenderedRoute, renderRoute } from './render-route'
import { settle } from './settle'

withQuickRetries()
vi.setConfig({ testTimeout: 60_000 })

const OUTAGE_MS = 8000
/** The outcome of the write must be known this long after the outage. */
const RECOVERY_MS = 15_000

const { account, exam, hints, sharing, task } = ru

/** Every write of the interface, and `checkPayment`, a read that the user triggers. */
const writes = (Object.keys(cases) as (keyof typeof cases)[]).flatMap(id => {
  const [how, ...messages] = cases[id].afterOutage ?? []
  return how ? [{ id, how, messages }] : []
})

/** Messages of an unknown outcome, which must be gone in the end. */
const unknownOutcome = anyOf(
  task['arrival.checking'],
  task['arrival.unknown'],
  hints.uncertain,
  account['username.unknown'],
  account['password.unknownFirst'],
  exam['request.unknown'],
  exam['start.unknown'],
  sharing['unknown.publish'],
  sharing['unknown.hide'],
)

/** Processes the write and loses its answer; a gateway answers everything else with 502. */
const breakServer = ({ platform: { db } }: RenderedRoute, id: OperationId): void => {
  db.faults.add(id, { kind: 'abort', after: true })
  for (const { operationId } of operationTable)
    db.faults.add(operationId, { kind: 'html', status: 502 }, Number.POSITIVE_INFINITY)
}

const STEP_MS = 1000

/** Passes time for page and platform, with time for answers in between; stops early if `isDone`. */
const pass = async (page: RenderedRoute, milliseconds: number, isDone = () => false): Promise<void> => {
  for (let passed = 0; passed < milliseconds && !isDone(); passed += STEP_MS) {
    page.pass(STEP_MS)
    await settle(page)
  }
}

const countCalls = ({ platform }: RenderedRoute, id: OperationId) =>
  platform.journal.entries().filter(({ operationId }) => operationId === id).length

describe('N01 an outage of 8 s during a write', () => {
  test.each(writes)('$id: the outcome is known ($how) within 15 s', async ({ id, messages }) => {
    const { path, as, scenario, prepare, setUp, trigger } = cases[id]
    if (!trigger) throw new Error(`${id} has no trigger.`)
    const page = await renderRoute(path, {
      clock: 'held',
      ...(as && { as }),
      ...(scenario && { scenario }),
      ...(prepare && { prepare }),
    })
    await findTitle()
    await setUp?.()
    await pass(page, 1000)
    breakServer(page, id)
    // The click reads the task first; the outage begins with the write.
    if (id === 'takeHint') page.platform.db.faults.clear('getTask')
    const callsBefore = countCalls(page, id)
    await trigger(page)
    await waitFor(() => expect(countCalls(page, id)).toBe(callsBefore + 1))
    if (id === 'takeHint') page.platform.db.faults.add('getTask', { kind: 'html', status: 502 }, 9)
    await pass(page, OUTAGE_MS)
    page.platform.db.faults.clear()
    const expectKnownOutcome = () => {
      expectMessages(messages, document.body)
      expect(getText(document.body)).not.toMatch(unknownOutcome)
    }
    const isOutcomeKnown = () => {
      try {
        expectKnownOutcome()
        return true
      } catch {
        return false
      }
    }
    await pass(page, RECOVERY_MS, isOutcomeKnown)
    // Nothing changes later.
    page.pass(RECOVERY_MS)
    await pass(page, 2 * STEP_MS)
    expectKnownOutcome()
    expect(countCalls(page, id), 'the write is not repeated').toBe(callsBefore + 1)
  })

  test('the cases have every write of the contract', () => {
    // A read in the contract, but triggered by the user.
    const additional = new Set<string>(['checkPayment'])
    // Sent by the application itself, with their own tests.
    const excluded = new Set<string>(['refreshSession', 'completeLmsLogin'])
    const expected = operationTable
      .filter(({ effect, operationId }) => effect === 'write' && !excluded.has(operationId))
      .map(({ operationId }) => operationId)
    const listed = writes.map(({ id }) => id).filter(id => !additional.has(id))
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })
})
