import { expect, it } from 'vitest'
import { Facts } from './facts'

it('finds an id that no answer contained', () => {
  const facts = new Facts()
  expect(facts.unknownId).toBeLessThanOrEqual(2_147_483_647)
  for (const id of [7, 2_147_483_647, facts.unknownId, 1_500_000_000]) facts.ids.add(id)
  const { unknownId } = facts
  expect(facts.ids.has(unknownId)).toBe(false)
  for (const id of facts.ids) expect(Math.abs(id - unknownId)).toBeGreaterThan(1_000_000)
  expect(facts.unknownId).toBe(unknownId)
})
