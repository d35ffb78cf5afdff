import { countOf } from '../../lib/count-of'
import { parseMoment } from '../../lib/format'
import { isolated } from '../../lib/isolated'
import { personName } from '../../lib/person-name'
import { parseId } from '../../lib/route-params'
import { listOf, propertiesOf, wordsOf } from './read-values'

/** Some of a whole; null is what the server did not say. */
export interface Amount {
  done: number | null
  total: number | null
  /** From 0 to 1; null when there is no whole to have a part of. */
  share: number | null
}

export interface CompetencyView {
  /** Its place in the list, from 1: the strongest first. The chart names its axes by it. */
  number: number
  name: string | null
  points: Amount
  tasks: Amount
  /** How far the person is, from 0 to 1: by points, else by tasks. */
  share: number | null
  /** The solved tasks as they came: there may be a hundred thousand, so they are read when somebody opens them. */
  evidence: readonly unknown[]
}

export interface ProfileViewModel {
  /** The strongest first. */
  competencies: readonly CompetencyView[]
  /** The same in the server's order, as the axes of the chart; empty where there are too few for one. */
  axes: readonly (CompetencyView & { share: number })[]
  /** More competencies than the chart has room for: it shows the strongest. */
  isChartPartial: boolean
  points: Amount
  tasks: Amount
  /** Nothing is solved yet. */
  isEmpty: boolean
}

const fewestAxes = 3
const mostAxes = 12

const amountOf = (done: unknown, total: unknown): Amount => {
  const [part, whole] = [countOf(done), countOf(total)]
  const share = part === null || !whole ? null : Math.min(1, part / whole)
  return { done: part, total: whole, share }
}

const readCompetency = (value: unknown): Omit<CompetencyView, 'number'> => {
  const { name, points, points_total, tasks_solved, tasks_total, tasks } = propertiesOf(value)
  const [byPoints, byTasks] = [amountOf(points, points_total), amountOf(tasks_solved, tasks_total)]
  return {
    name: wordsOf(name),
    points: byPoints,
    tasks: byTasks,
    share: byPoints.share ?? byTasks.share,
    evidence: listOf(tasks),
  }
}

const hasSome = ({ done }: Amount): boolean => (done ?? 0) > 0

/** Whether an answer holds anything of a profile beside its sharing. */
export const hasProfile = (profile: unknown): boolean => {
  const { competencies, totals, activity } = propertiesOf(profile)
  return [competencies, totals, activity].some(part => part !== undefined)
}

/** The competencies of an answer, strongest first, whatever became of the answer on its way. */
export const readProfile = (profile: unknown): ProfileViewModel => {
  const { competencies: list, totals, activity } = propertiesOf(profile)
  const sums = propertiesOf(totals)
  const inServerOrder = listOf(list).map((value, at) => ({ ...readCompetency(value), at }))
  const competencies = inServerOrder
    .toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1) || (b.points.done ?? 0) - (a.points.done ?? 0))
    .map((one, index) => ({ ...one, number: index + 1 }))
  const measured = competencies.flatMap(one => (one.share === null ? [] : [{ ...one, share: one.share }]))
  const axes = measured.length < fewestAxes ? [] : measured.slice(0, mostAxes)
  const points = amountOf(sums.points, sums.points_total)
  const tasks = amountOf(sums.tasks_solved, sums.tasks_total)
  const isSolvedSomewhere = competencies.some(
    one => hasSome(one.points) || hasSome(one.tasks) || one.evidence.length > 0,
  )
  return {
    competencies,
    axes: axes.toSorted((a, b) => a.at - b.at),
    isChartPartial: measured.length > mostAxes,
    points,
    tasks,
    isEmpty: !isSolvedSomewhere && !hasSome(points) && !hasSome(tasks) && listOf(activity).length === 0,
  }
}

const chartEdges = [0.25, 0.5, 0.75, 1]

/** The share at the edge of the chart: the next quarter that holds the longest axis, so that a beginner sees a shape too. */
export const chartEdge = (axes: readonly { share: number }[]): number => {
  const longest = Math.max(0, ...axes.map(({ share }) => share))
  return chartEdges.find(edge => longest <= edge) ?? 1
}

/** A share as one would say it: all is said of all alone, and nothing of nothing alone. */
export const honestShare = (share: number): number => {
  if (share <= 0 || share >= 1) return share
  return Math.max(0.01, Math.floor(share * 100 + 1e-9) / 100)
}

export interface EvidenceView {
  title: string | null
  /** Null where the answer does not say which task it is. */
  link: { groupId: number; taskId: number } | null
  /** As it came: the words are looked up, and an unknown one has none. */
  difficulty: string
  points: number | null
  /** Milliseconds since the epoch, or null. */
  solvedAt: number | null
}

const idOf = (value: unknown): number | null => parseId(typeof value === 'number' ? String(value) : value)

/** One solved task. */
export const readEvidence = (value: unknown): EvidenceView => {
  const { id, group_id, title, difficulty, points, solved_at } = propertiesOf(value)
  const [taskId, groupId] = [idOf(id), idOf(group_id)]
  return {
    title: wordsOf(title),
    link: taskId !== null && groupId !== null ? { groupId, taskId } : null,
    difficulty: wordsOf(difficulty) ?? '',
    points: countOf(points),
    solvedAt: typeof solved_at === 'string' ? parseMoment(solved_at) : null,
  }
}

const longestName = 80

/** A line of a title holds so much of a name; its direction stays its own. */
const fitted = (name: string): string => {
  const letters = [...name]
  const shown = letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : name
  return isolated(shown)
}

/** How the owner of a profile is called in a title; null when the answer does not say. */
export const titleName = (profile: unknown): string | null => {
  const { username, first_name, last_name } = propertiesOf(propertiesOf(profile).user)
  const name = personName({
    username: wordsOf(username) ?? '',
    first_name: wordsOf(first_name) ?? undefined,
    last_name: wordsOf(last_name) ?? undefined,
  })
  return name === '' ? null : fitted(name.trim())
}

/** The username where it says more than the name in the title; else null. */
export const subtitleName = (profile: unknown): string | null => {
  const { username, first_name, last_name } = propertiesOf(propertiesOf(profile).user)
  return wordsOf(first_name) && wordsOf(last_name) ? wordsOf(username) : null
}
