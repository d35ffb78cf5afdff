import { createRandom, type Random } from '../../packages/contract/seeded-random'
import { namePools } from './data/names.gen'
import type { GroupSeed, NamePool, TaskSeed } from './data/types'
import { type Db, memoize } from './db'

/** A seeded user of a group, who has results but can't sign in. */
export interface Participant {
  user_id: number
  username: string
  first_name?: string
  last_name?: string
  points: number
  /** Solved tasks, earliest first; `at` in virtual milliseconds. */
  solves: { task_id: number; points: number; at: number }[]
}

/** Ids of seeded users are the group's id times this number, plus 1, 2, …. */
const IDS_PER_GROUP = 100_000

/** One more would collide with the ids of the next group. */
export const MAX_PARTICIPANTS = IDS_PER_GROUP - 1

/** How many seeded users a group has. Throws an Error above the maximum. */
export function getParticipantCount(db: Db, groupId: number): number {
  const size = db.settings.groupSizes[groupId] ?? db.content.groups.get(groupId)?.participants ?? 0
  if (size > MAX_PARTICIPANTS)
    throw new Error(`${size} users of the group ${groupId} are more than ${MAX_PARTICIPANTS}.`)
  return size
}

/** All seeded users of a group, ordered by id. Generated on first use. */
export function getParticipants(db: Db, groupId: number): Participant[] {
  const size = getParticipantCount(db, groupId)
  return memoize(db, `participants:${groupId}`, String(size), () => {
    const group = db.content.groups.get(groupId)
    return group ? makeParticipants(db, group, size) : []
  })
}

/** A seeded user by id, with their group. */
export function findParticipant(
  db: Db,
  userId: number,
): { participant: Participant; groupId: number } | undefined {
  const groupId = Math.floor(userId / IDS_PER_GROUP)
  const participant = groupId > 0 ? getParticipants(db, groupId)[(userId % IDS_PER_GROUP) - 1] : undefined
  return participant && { participant, groupId }
}

function makeParticipants(db: Db, group: GroupSeed, size: number): Participant[] {
  const tasks = (db.content.tasksByGroup.get(group.id) ?? []).filter(task => task.status === 'active')
  const from = db.startedAt + (group.startsIn ?? -60 * 86_400) * 1000
  const to = Math.min(db.startedAt, db.startedAt + (group.endsIn ?? 0) * 1000)
  const participants: Participant[] = []
  // A group that has not begun has no results.
  if (from >= to || tasks.length === 0) return participants
  for (let number = 1; number <= size; number++) {
    const random = createRandom(db.seed, 'participant', group.id, number)
    const solves = drawSolves(random, tasks, from, to)
    participants.push({
      user_id: group.id * IDS_PER_GROUP + number,
      ...drawNames(random, namePools[group.language], number),
      points: solves.reduce((sum, solve) => sum + solve.points, 0),
      solves,
    })
  }
  return participants
}

function drawNames(random: Random, pool: NamePool, number: number) {
  const set = random.pick(pool.sets)
  const names = { first_name: random.pick(set.first), last_name: random.pick(set.last) }
  const username = `${random.pick(pool.handles)}_${number}`
  // Some users never entered their name; the board must handle that.
  return random.chance(0.08) ? { username } : { username, ...names }
}

const likelihood = { easy: 1.25, medium: 0.85, hard: 0.45 }

function drawSolves(random: Random, tasks: readonly TaskSeed[], opened: number, closed: number) {
  const skill = 0.08 + random.next() ** 1.4 * 0.9
  const solved = tasks.filter(task => random.next() < skill * likelihood[task.difficulty])
  const first = tasks[0]
  if (solved.length === 0 && first) solved.push(first)
  return solved
    .map(task => ({ task_id: task.id, points: task.points, at: drawTime(random, opened, closed) }))
    .sort((a, b) => a.at - b.at)
}

/** Whole seconds, as a server sends them. */
function drawTime(random: Random, opened: number, closed: number): number {
  return Math.floor((opened + random.next() * (closed - opened)) / 1000) * 1000
}
