import { expect, it } from 'vitest'
import { createPlatform, createStillDb } from '../test-platform'
import { hugeCounts, hugePlaces } from './data/huge-groups'

it('M01 the start with huge data keeps the contract: 500 groups in 5 MB, 1,000 tasks, a description of 1 MB', async () => {
  const { ask, call, violations, tokenOf } = createPlatform({ scenario: 'huge' })
  const token = tokenOf('student')
  const list = await (await ask('listGroups', { token })).text()
  expect(JSON.parse(list)).toHaveLength(hugeCounts.groups)
  expect(new TextEncoder().encode(list).length).toBeGreaterThan(5_000_000)

  const { group, longest, parsed } = hugePlaces
  const { body } = await call('getGroup', { token, params: { id: group } })
  expect(body.categories.flatMap(({ tasks }) => tasks)).toHaveLength(hugeCounts.tasks)
  const describe = async (task: number) =>
    (await call('getTask', { token, params: { group, task } })).body.description
  expect(await describe(longest)).toHaveLength(1_000_000)
  const bytes = new TextEncoder().encode(await describe(parsed)).length
  // The client parses nothing longer than 200,000 bytes.
  expect([bytes > 190_000, bytes < 200_000]).toEqual([true, true])
  expect(violations).toEqual([])
})

it('only a database that asks for them has them', () => {
  expect(createStillDb().content.groups.size).toBe(8)
})
