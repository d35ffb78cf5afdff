import { expect, it } from 'vitest'
import { createPausedDb, createPlatform } from '../test-platform'
import { hugeCounts, hugeIds } from './data/huge-groups'

it('M01 the scenario with huge data keeps the contract: 500 groups in 5 MB, 1,000 tasks, a description of 1 MB', async () => {
  const { send, call, violations, tokenOf } = createPlatform({ scenario: 'huge' })
  const token = tokenOf('student')
  const list = await (await send('listGroups', { token })).text()
  expect(JSON.parse(list)).toHaveLength(hugeCounts.groups)
  expect(new TextEncoder().encode(list).length).toBeGreaterThan(5_000_000)

  const { group, longest, parsed } = hugeIds
  const { body } = await call('getGroup', { token, params: { id: group } })
  expect(body.categories.flatMap(({ tasks }) => tasks)).toHaveLength(hugeCounts.tasks)
  const describe = async (task: number) =>
    (await call('getTask', { token, params: { group, task } })).body.description
  expect(await describe(longest)).toHaveLength(1_000_000)
  const bytes = new TextEncoder().encode(await describe(parsed)).length
  // The client doesn't parse more than 200,000 bytes.
  expect([bytes > 190_000, bytes < 200_000]).toEqual([true, true])
  expect(violations).toEqual([])
})

it('only the scenario huge has them', () => {
  expect(createPausedDb().content.groups.size).toBe(8)
})
