import { expect, it } from 'vitest'
import { createPausedDb } from '../test-platform'
import { getBoard } from './leaderboard'
import { findParticipant, getParticipants, MAX_PARTICIPANTS } from './participants'

const withCrowd = (size: number) => createPausedDb({ settings: { groupSizes: { 7: size } } })

it('the largest board has 100,000 users including the student, each once and found by id', () => {
  const db = createPausedDb({ scenario: 'hugeBoard' })
  const { rows } = getBoard(db, 7)
  expect(rows).toHaveLength(100_000)
  expect(new Set(rows.map(row => row.user_id)).size).toBe(100_000)
  const others = rows.filter(({ user_id, username }) => {
    const found = findParticipant(db, user_id)
    return found?.groupId !== 7 || found.participant.username !== username
  })
  expect(others.map(row => row.username)).toEqual(['student'])
})

it('a larger group has the same users and more', () => {
  expect(getParticipants(withCrowd(200), 7)).toEqual(getParticipants(withCrowd(300), 7).slice(0, 200))
})

it('changing the size rebuilds the board', () => {
  const db = withCrowd(200)
  expect(getBoard(db, 7).rows).toHaveLength(201)
  db.tables.settings.patch('settings', { groupSizes: { 7: 149 } })
  expect(getBoard(db, 7).rows).toHaveLength(150)
})

it('a group with more users than ids is an error, as they would take the ids of the next group', () => {
  expect(() => getParticipants(withCrowd(MAX_PARTICIPANTS + 1), 7)).toThrow(/100000 users of the group 7/)
})
