import { isoTime } from './clock'
import type { CompetencySeed, Language, TaskSeed } from './data/types'
import type { Db } from './db'
import { digest } from './digest'
import { participantById } from './participants'
import type { UserRow } from './rows'
import { scoresOf } from './scores'
import { keyOf } from './tables'

/** A person of whom a profile can be made: signed up, or seeded on a board. */
export interface Subject {
  id: number
  username: string
  first_name?: string
  last_name?: string
  language: Language
  groups: readonly number[]
  solves: readonly { task_id: number; points: number; at: number }[]
}

export function subjectOfUser(db: Db, user: UserRow): Subject {
  const memberships = db.tables.memberships.filter(row => row.user_id === user.id)
  const groups = memberships.map(row => row.group_id)
  const scores = groups.flatMap(groupId => [...scoresOf(db, user.id, groupId).values()])
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

/** Anyone by id, or undefined. */
export function subjectById(db: Db, userId: number): Subject | undefined {
  const user = db.tables.users.get(userId)
  if (user) return subjectOfUser(db, user)
  const found = participantById(db, userId)
  if (!found) return undefined
  const { user_id, username, first_name, last_name, solves } = found.participant
  const names = { ...(first_name && { first_name }), ...(last_name && { last_name }) }
  const language = db.content.groups.get(found.groupId)?.language ?? 'ru'
  return { id: user_id, username, ...names, language, groups: [found.groupId], solves }
}

/** What a person has solved of what their groups offer. */
function solvedOf(tasks: readonly TaskSeed[], subject: Subject) {
  const solves = new Map(subject.solves.map(solve => [solve.task_id, solve]))
  return tasks.flatMap(task => {
    const solve = solves.get(task.id)
    return solve ? [{ task, solve }] : []
  })
}

const tasksOf = (db: Db, { groups }: Subject): TaskSeed[] =>
  groups
    .flatMap(groupId => db.content.tasksOfGroup.get(groupId) ?? [])
    .filter(task => task.status === 'active')

/** Over all competencies, each task counted once. */
export function totalsOf(db: Db, subject: Subject) {
  const tasks = tasksOf(db, subject).filter(task => task.competencies.length > 0)
  const solved = solvedOf(tasks, subject)
  return {
    points: solved.reduce((sum, { solve }) => sum + solve.points, 0),
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    tasks_solved: solved.length,
    tasks_total: tasks.length,
  }
}

/** One competency of a person, with the solved tasks as evidence, newest first. */
export function competencyOf(db: Db, subject: Subject, competency: CompetencySeed) {
  const tasks = tasksOf(db, subject).filter(task => task.competencies.includes(competency.id))
  const evidence = solvedOf(tasks, subject)
  return {
    id: competency.id,
    name: competency.name[subject.language],
    points: evidence.reduce((sum, { solve }) => sum + solve.points, 0),
    points_total: tasks.reduce((sum, task) => sum + task.points, 0),
    tasks_solved: evidence.length,
    tasks_total: tasks.length,
    tasks: evidence
      .sort((a, b) => b.solve.at - a.solve.at)
      .map(({ task, solve }) => ({
        id: task.id,
        group_id: db.content.tasks.get(task.id)?.group.id ?? 1,
        title: task.title,
        difficulty: task.difficulty,
        points: solve.points,
        solved_at: isoTime(solve.at),
      })),
  }
}

/** Solved tasks by day (UTC), oldest first, days without any left out, at most the last 400 days with some. */
export function activityOf(subject: Subject): { date: string; solved: number }[] {
  const days = new Map<string, number>()
  for (const { at } of [...subject.solves].sort((a, b) => a.at - b.at)) {
    const date = isoTime(at).slice(0, 10)
    days.set(date, (days.get(date) ?? 0) + 1)
  }
  return [...days].map(([date, solved]) => ({ date, solved })).slice(-400)
}

/** The secret of a shared profile, undefined while it is private. */
export function shareLinkOf(db: Db, userId: number): string | undefined {
  return db.tables.shares.get(userId)?.link
}

/** Makes a profile public; a second call keeps the link. */
export function shareProfile(db: Db, userId: number): string {
  const known = shareLinkOf(db, userId)
  if (known) return known
  const link = digest(32, db.seed, 'share', userId, db.nextId('share'))
  db.tables.shares.put(userId, { user_id: userId, link })
  return link
}

/** Deletes the link for good: the next one is another. */
export function hideProfile(db: Db, userId: number): void {
  db.tables.shares.delete(userId)
}

/** Whose profile a share link opens, or undefined. */
export function subjectOfShareLink(db: Db, link: string): Subject | undefined {
  const share = db.tables.shares.find(row => row.link === link)
  return share && subjectById(db, share.user_id)
}

/**
 * Whether a signed-in person may read someone else's profile: it is public, or the reader administers a group of
 * theirs. About a third of the seeded people keep theirs private.
 */
export function isProfileOpen(db: Db, reader: UserRow, subject: Subject): boolean {
  if (db.tables.users.get(subject.id) === undefined && subject.id % 3 !== 0) return true
  if (shareLinkOf(db, subject.id) !== undefined) return true
  return subject.groups.some(id => db.tables.memberships.get(keyOf.membership(id, reader.id))?.is_admin)
}
