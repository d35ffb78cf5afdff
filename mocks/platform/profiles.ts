import { getAttemptStatus, getAttempts } from './attempts'
import { isoTime } from './clock'
import type { CompetencySeed, Language, TaskSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import { findParticipant } from './participants'
import type { UserRow } from './rows'
import { getScores } from './scores'
import { tableKeys } from './tables'

/** A user with a profile: a persona, a registered user or a seeded one. */
export interface ProfileOwner {
  id: number
  username: string
  first_name?: string
  last_name?: string
  language: Language
  groups: readonly number[]
  solves: readonly { task_id: number; points: number; at: number }[]
}

export function getOwnerFromUser(db: Db, user: UserRow): ProfileOwner {
  const memberships = db.tables.memberships.filter(row => row.user_id === user.id)
  const groups = memberships.map(row => row.group_id)
  const scores = groups.flatMap(groupId => [...getScores(db, user.id, groupId).values()])
  const { id, username, first_name, last_name, language } = user
  return {
    id,
    username,
    ...(first_name && { first_name }),
    ...(last_name && { last_name }),
    language,
    groups,
    solves: scores
      .filter(score => score.solved)
      .map(({ task_id, points_earned: points, last_at: at }) => ({ task_id, points, at })),
  }
}

export function findProfileOwner(db: Db, userId: number): ProfileOwner | undefined {
  const user = db.tables.users.get(userId)
  if (user) return getOwnerFromUser(db, user)
  const found = findParticipant(db, userId)
  if (!found) return undefined
  const { user_id, username, first_name, last_name, solves } = found.participant
  const names = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  const language = db.content.groups.get(found.groupId)?.language ?? 'ru'
  return { id: user_id, username, ...names, language, groups: [found.groupId], solves }
}

function getSolved(tasks: readonly TaskSeed[], owner: ProfileOwner) {
  const solves = new Map(owner.solves.map(solve => [solve.task_id, solve]))
  return tasks.flatMap(task => {
    const solve = solves.get(task.id)
    return solve ? [{ task, solve }] : []
  })
}

const getTasks = (db: Db, { groups }: ProfileOwner): TaskSeed[] =>
  groups
    .flatMap(groupId => db.content.tasksByGroup.get(groupId) ?? [])
    .filter(task => task.status === 'active')

/** Totals of all competencies; each task counts once. */
export function getTotals(db: Db, owner: ProfileOwner) {
  const tasks = getTasks(db, owner).filter(task => task.competencies.length > 0)
  const solved = getSolved(tasks, owner)
  return {
    points: solved.reduce((sum, { solve }) => sum + solve.points, 0),
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    tasks_solved: solved.length,
    tasks_total: tasks.length,
  }
}

/** One competency, with the solved tasks as evidence, newest first. */
export function getCompetency(db: Db, owner: ProfileOwner, competency: CompetencySeed) {
  const tasks = getTasks(db, owner).filter(task => task.competencies.includes(competency.id))
  const evidence = getSolved(tasks, owner)
  return {
    id: competency.id,
    name: competency.name[owner.language],
    points: evidence.reduce((sum, { solve }) => sum + solve.points, 0),
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    tasks_solved: evidence.length,
    tasks_total: tasks.length,
    tasks: evidence
      .sort((a, b) => b.solve.at - a.solve.at)
      .map(({ task, solve }) => {
        const place = db.content.tasks.get(task.id)
        return {
          id: task.id,
          group_id: place?.group.id ?? 1,
          title: task.title,
          ...(place && { category_name: place.category.name }),
          difficulty: task.difficulty,
          points: solve.points,
          solved_at: isoTime(solve.at),
        }
      }),
  }
}

/** The exams that the owner has passed, the newest first. */
export function getPassedExams(db: Db, { id, groups }: ProfileOwner) {
  const passed = groups.flatMap(groupId => {
    const group = db.content.groups.get(groupId)
    if (!group?.exam) return []
    const { name: title, exam } = group
    return getAttempts(db, id, groupId)
      .filter(row => getAttemptStatus(db, row, exam) === 'completed')
      .flatMap(({ review }) =>
        review ? [{ title, hours: exam.hours, max: exam.scoreTotal, ...review }] : [],
      )
  })
  return passed
    .sort((a, b) => b.at - a.at)
    .map(({ title, hours, max, at, score }) => ({
      title,
      passed_at: isoTime(at),
      ...(score !== undefined && { score }),
      ...(max !== undefined && { score_max: max }),
      hours,
    }))
}

/** Solved tasks per day (UTC), oldest first, without empty days, at most the last 400 days. */
export function getActivity(owner: ProfileOwner): { date: string; solved: number }[] {
  const days = new Map<string, number>()
  for (const { at } of [...owner.solves].sort((a, b) => a.at - b.at)) {
    const date = isoTime(at).slice(0, 10)
    days.set(date, (days.get(date) ?? 0) + 1)
  }
  return [...days].map(([date, solved]) => ({ date, solved })).slice(-400)
}

/** The token of a shared profile; undefined while it is private. */
export function getShareLink(db: Db, userId: number): string | undefined {
  return db.tables.shares.get(userId)?.link
}

/** Makes a profile public; repeated calls return the same link. */
export function shareProfile(db: Db, userId: number): string {
  const known = getShareLink(db, userId)
  if (known) return known
  const link = digest(32, db.seed, 'share', userId, db.nextId('share'))
  db.tables.shares.put(userId, { user_id: userId, link })
  return link
}

/** Deletes the link; sharing again creates another one. */
export function hideProfile(db: Db, userId: number): void {
  db.tables.shares.delete(userId)
}

export function findOwnerByShareLink(db: Db, link: string): ProfileOwner | undefined {
  const share = db.tables.shares.find(row => row.link === link)
  return share && findProfileOwner(db, share.user_id)
}

/** Shared by a link; of the seeded users, who have no links, about a third are private. */
export function isProfilePublic(db: Db, owner: Pick<ProfileOwner, 'id'>): boolean {
  const isSeeded = db.tables.users.get(owner.id) === undefined
  return isSeeded ? owner.id % 3 !== 0 : getShareLink(db, owner.id) !== undefined
}

/** Whether a signed-in user may read another profile: it is public, or the user administers a group of its owner. */
export function canReadProfile(db: Db, user: UserRow, owner: ProfileOwner): boolean {
  if (isProfilePublic(db, owner)) return true
  return owner.groups.some(id => db.tables.memberships.get(tableKeys.membership(id, user.id))?.is_admin)
}
