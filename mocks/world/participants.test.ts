import { expect, it } from 'vitest'
import { createStillWorld } from '../test-platform'
import { boardOf } from './leaderboard'
import { largestCrowd, participantById, participantsOf } from './participants'

const withCrowd = (size: number) => createStillWorld({ settings: { crowds: { 7: size } } })

it('the largest board has 100,000 people, the student among them, each once and each to be found by id', () => {
  const world = createStillWorld({ scenario: 'hugeBoard' })
  const { rows } = boardOf(world, 7)
  expect(rows).toHaveLength(100_000)
  expect(new Set(rows.map(row => row.user_id)).size).toBe(100_000)
  const strangers = rows.filter(({ user_id, username }) => {
    const found = participantById(world, user_id)
    return found?.groupId !== 7 || found.participant.username !== username
  })
  expect(strangers.map(row => row.username)).toEqual(['student'])
})

it('another size changes the size alone: the same people stand in a larger group', () => {
  expect(participantsOf(withCrowd(200), 7)).toEqual(participantsOf(withCrowd(300), 7).slice(0, 200))
})

it('a size that changes while the world runs makes the board anew', () => {
  const world = withCrowd(200)
  expect(boardOf(world, 7).rows).toHaveLength(201)
  world.tables.settings.patch('settings', { crowds: { 7: 149 } })
  expect(boardOf(world, 7).rows).toHaveLength(150)
})

it('a group with more people than ids is refused: they would take the ids of the next group', () => {
  expect(() => participantsOf(withCrowd(largestCrowd + 1), 7)).toThrow(/100000 people of the group 7/)
})
