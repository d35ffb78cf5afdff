import { expect, it } from 'vitest'
import { createStillDb } from '../test-platform'
import { boardOf } from './leaderboard'
import { largestCrowd, participantById, participantsOf } from './participants'

const withCrowd = (size: number) => createStillDb({ settings: { crowds: { 7: size } } })

it('the largest board has 100,000 people, the student among them, each once and each to be found by id', () => {
  const db = createStillDb({ scenario: 'hugeBoard' })
  const { rows } = boardOf(db, 7)
  expect(rows).toHaveLength(100_000)
  expect(new Set(rows.map(row => row.user_id)).size).toBe(100_000)
  const strangers = rows.filter(({ user_id, username }) => {
    const found = participantById(db, user_id)
    return found?.groupId !== 7 || found.participant.username !== username
  })
  expect(strangers.map(row => row.username)).toEqual(['student'])
})

it('another size changes the size alone: the same people stand in a larger group', () => {
  expect(participantsOf(withCrowd(200), 7)).toEqual(participantsOf(withCrowd(300), 7).slice(0, 200))
})

it('a size that changes while the database runs makes the board anew', () => {
  const db = withCrowd(200)
  expect(boardOf(db, 7).rows).toHaveLength(201)
  db.tables.settings.patch('settings', { crowds: { 7: 149 } })
  expect(boardOf(db, 7).rows).toHaveLength(150)
})

it('a group with more people than ids is refused: they would take the ids of the next group', () => {
  expect(() => participantsOf(withCrowd(largestCrowd + 1), 7)).toThrow(/100000 people of the group 7/)
})
