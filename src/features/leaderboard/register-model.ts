import { getDisplayName } from '../../api/display-name'
import { isShown } from '../../api/is-shown'
import type { Group, LeaderboardRow, TaskSummary } from '../../api/responses'
import { DAY_MS } from '../../lib/durations'
import { parseMoment } from '../../lib/format'
import { matchesText } from '../../lib/text'
import type { PeopleFilter, PeopleOrder } from '../groups/public'
import { makeNameComparator } from './rows'
import type { SolvePerson, StatsByTask } from './solves'

/** Surname first, as in a grade book. */
export const getRegisterName = (row: LeaderboardRow): string =>
  getDisplayName(row) === row.username ? row.username : `${row.last_name} ${row.first_name}`

type PersonState = 'stalled' | 'idle' | 'other'

export interface RegisterPerson extends SolvePerson {
  state: PersonState
  /** Of the last solve, in milliseconds; null when it isn't known. */
  lastAt: number | null
  /** Since the last solve; null when it isn't known. */
  idleDays: number | null
  /** Required tasks that are not solved; null while the solves are unknown. */
  requiredLeft: number | null
}

/** Tasks that students can solve now. */
export const isOpen = (task: TaskSummary): boolean => task.status !== 'disabled' && isShown(task, false)

const getPerson = (
  person: SolvePerson,
  tasks: readonly TaskSummary[],
  now: number,
  stalledDays: number,
): RegisterPerson => {
  const { row, solves } = person
  const open = tasks.filter(isOpen)
  const required = open.filter(({ important }) => important)
  const lastAt = parseMoment(row.last_solved_at)
  const idleDays = lastAt === null ? null : Math.max(0, Math.floor((now - lastAt) / DAY_MS))
  const left = (of: readonly TaskSummary[]) => of.filter(({ id }) => !solves?.at.has(id)).length
  const isDone = solves?.isComplete
    ? left(required.length > 0 ? required : open) === 0
    : open.length > 0 && row.solved >= open.length
  const isStalled = idleDays !== null && idleDays >= stalledDays && row.solved > 0 && !isDone
  return {
    ...person,
    lastAt,
    idleDays,
    state: row.solved === 0 ? 'idle' : isStalled ? 'stalled' : 'other',
    requiredLeft: solves?.isComplete ? left(required) : null,
  }
}

/** `now` is server time; after the end of the group nobody goes on stalling. */
export const getRegisterPeople = (
  people: readonly SolvePerson[],
  { categories, end_date }: Pick<Group, 'categories' | 'end_date'>,
  now: number,
  stalledDays: number,
): RegisterPerson[] => {
  const until = Math.min(now, parseMoment(end_date) ?? now)
  const tasks = categories.flatMap(category => category.tasks)
  return people.map(person => getPerson(person, tasks, until, stalledDays))
}

const PERSON_FIELDS = ['row', 'name', 'solves', 'state', 'lastAt', 'idleDays', 'requiredLeft'] as const

/** Keeps the objects of people who have not changed, so that only the others are rendered again. */
export const reuseUnchangedPeople = (
  before: readonly RegisterPerson[],
  people: readonly RegisterPerson[],
): RegisterPerson[] =>
  people.map((person, at) => {
    const known = before[at]
    return known && PERSON_FIELDS.every(field => known[field] === person[field]) ? known : person
  })

const isFound: Record<PeopleFilter, (person: RegisterPerson) => boolean> = {
  stalled: ({ state }) => state === 'stalled',
  idle: ({ state }) => state === 'idle',
  required: ({ requiredLeft }) => requiredLeft !== null && requiredLeft > 0,
}

export const countPeople = (people: readonly RegisterPerson[], filter: PeopleFilter): number =>
  people.filter(isFound[filter]).length

export const filterPeople = (
  people: readonly RegisterPerson[],
  filter: PeopleFilter | undefined,
  q: string,
): RegisterPerson[] =>
  people.filter(
    person =>
      (!filter || isFound[filter](person)) && (!q || matchesText(`${person.name} ${person.row.username}`, q)),
  )

const stateOrder: Record<PersonState, number> = { stalled: 0, idle: 1, other: 2 }

type Compare = (a: RegisterPerson, b: RegisterPerson) => number

/** Unknown values come last. */
const by =
  (get: (person: RegisterPerson) => number | null, direction: 1 | -1): Compare =>
  (a, b) => {
    const [one, other] = [a, b].map(person => get(person) ?? Number.NaN) as [number, number]
    if (Number.isNaN(one) || Number.isNaN(other))
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other))
    return direction * (one - other)
  }

const byLast = by(({ lastAt }) => lastAt, 1)

/** Without an order: who is stalled, who has not begun, then the others; each group by the last solve, the oldest first. */
export const sortPeople = (
  people: readonly RegisterPerson[],
  order: PeopleOrder | undefined,
  language: string,
): RegisterPerson[] => {
  const compare = makeNameComparator(language)
  const byName: Compare = (a, b) => compare(a.name, b.name)
  const compares: Record<PeopleOrder, Compare> = {
    name: byName,
    points: by(({ row }) => row.points, -1),
    solved: by(({ row }) => row.solved, -1),
    last: by(({ lastAt }) => lastAt, -1),
  }
  const byNeed: Compare = (a, b) => stateOrder[a.state] - stateOrder[b.state] || byLast(a, b)
  const first = order ? compares[order] : byNeed
  return [...people].sort((a, b) => first(a, b) || byName(a, b))
}

/** Nobody has solved them, as far as the server or the solves of all people say. */
export const findUnsolvedTasks = (
  tasks: readonly TaskSummary[],
  stats: StatsByTask,
  peopleCount: number,
): ReadonlySet<number> => {
  const isUnsolved = (task: TaskSummary) => {
    const { solved = 0, known = 0 } = stats.get(task.id) ?? {}
    if (solved > 0) return false
    return (known > 0 && known === peopleCount) || task.solved_by === 0
  }
  return new Set(tasks.filter(task => isOpen(task) && isUnsolved(task)).map(({ id }) => id))
}
