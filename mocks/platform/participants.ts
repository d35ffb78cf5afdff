import { createRandom, type Random } from '../../scripts/lib/seeded-random'
import { namePools } from './data/names'
import type { GroupSeed, NamePool, TaskSeed } from './data/types'
import { type Db, memoised } from './db'

/** A seeded person of a group: known by results only, nobody signs in as one. */
export interface Participant {
  user_id: number
  username: string
  first_name?: string
  last_name?: string
  points: number
  /** Solved tasks, earliest first; `at` in virtual milliseconds. */
  solves: { task_id: number; points: number; at: number }[]
}

/** A group's people have the ids after its own id times this one. */
const idsPerGroup = 100_000

/** The most seeded people of a group: another one would have the first id of the next group. */
export const largestCrowd = idsPerGroup - 1

/** How many seeded people a group has. Throws an Error where it has more than there are ids. */
export function crowdOf(db: Db, groupId: number): number {
  const size = db.settings.crowds[groupId] ?? db.content.groups.get(groupId)?.participants ?? 0
  if (size > largestCrowd)
    throw new Error(`${size} people of the group ${groupId} are more than ${largestCrowd}.`)
  return size
}

/** All seeded people of a group, in the order of their ids. Made once for each database, on the first look. */
export function participantsOf(db: Db, groupId: number): Participant[] {
  const size = crowdOf(db, groupId)
  return memoised(db, `participants:${groupId}`, String(size), () => {
    const group = db.content.groups.get(groupId)
    return group ? makeParticipants(db, group, size) : []
  })
}

/** A seeded person by id, with the group that they belong to. */
export function participantById(
  db: Db,
  userId: number,
): { participant: Participant; groupId: number } | undefined {
  const groupId = Math.floor(userId / idsPerGroup)
  const participant = groupId > 0 ? participantsOf(db, groupId)[(userId % idsPerGroup) - 1] : undefined
  return participant && { participant, groupId }
}

function makeParticipants(db: Db, group: GroupSeed, size: number): Participant[] {
  const tasks = (db.content.tasksOfGroup.get(group.id) ?? []).filter(task => task.status === 'active')
  const opened = db.startedAt + (group.startsIn ?? -60 * 86_400) * 1000
  const closed = Math.min(db.startedAt, db.startedAt + (group.endsIn ?? 0) * 1000)
  const people: Participant[] = []
  // Nobody has results in a group that has not begun.
  if (opened >= closed || tasks.length === 0) return people
  for (let number = 1; number <= size; number++) {
    const random = createRandom(db.seed, 'participant', group.id, number)
    const solves = drawSolves(random, tasks, opened, closed)
    people.push({
      user_id: group.id * idsPerGroup + number,
      ...drawNames(random, namePools[group.language], number),
      points: solves.reduce((sum, solve) => sum + solve.points, 0),
      solves,
    })
  }
  return people
}

function drawNames(random: Random, pool: NamePool, number: number) {
  const set = random.pick(pool.sets)
  const names = { first_name: random.pick(set.first), last_name: random.pick(set.last) }
  const username = `${random.pick(pool.handles)}_${number}`
  // Some people never filled in their name; the board must look right for them too.
  return random.chance(0.08) ? { username } : { username, ...names }
}

const likelihood = { easy: 1.25, medium: 0.85, hard: 0.45 }

function drawSolves(random: Random, tasks: readonly TaskSeed[], opened: number, closed: number) {
  const skill = 0.08 + random.next() ** 1.4 * 0.9
  const solved = tasks.filter(task => random.next() < skill * likelihood[task.difficulty])
  const first = tasks[0]
  if (solved.length === 0 && first) solved.push(first)
  return solved
    .map(task => ({ task_id: task.id, points: task.points, at: drawMoment(random, opened, closed) }))
    .sort((a, b) => a.at - b.at)
}

/** Whole seconds, as a server's clock gives them. */
function drawMoment(random: Random, opened: number, closed: number): number {
  return Math.floor((opened + random.next() * (closed - opened)) / 1000) * 1000
}
