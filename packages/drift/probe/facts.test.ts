import { expect, it } from 'vitest'
import { Facts, type TaskStatus } from './facts'

it('finds an id that no answer contained', () => {
  const facts = new Facts()
  expect(facts.unknownId).toBeLessThanOrEqual(2_147_483_647)
  for (const id of [7, 2_147_483_647, facts.unknownId, 1_500_000_000]) facts.ids.add(id)
  const { unknownId } = facts
  expect(facts.ids.has(unknownId)).toBe(false)
  for (const id of facts.ids) expect(Math.abs(id - unknownId)).toBeGreaterThan(1_000_000)
  expect(facts.unknownId).toBe(unknownId)
})

it('knows which tasks are solved only if every state names its task', () => {
  const facts = new Facts()
  const first = { task_id: 1, solved: true } as TaskStatus
  facts.statuses = [first]
  expect([facts.isSolved(1), facts.isSolved(2)]).toEqual([true, false])
  facts.statuses = [first, { solved: true } as TaskStatus]
  expect([facts.isSolved(1), facts.isSolved(2)]).toEqual([undefined, undefined])
})
