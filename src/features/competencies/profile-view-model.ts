import { getDisplayName } from '../../lib/display-name'
import { parseMoment } from '../../lib/format'
import { isolateBidi } from '../../lib/isolate-bidi'
import { parseCount } from '../../lib/parse-count'
import { parseId } from '../../lib/route-params'
import { toArray, toNonEmptyString, toRecord } from './parse-values'

/** Null means unknown. */
export interface Amount {
  done: number | null
  total: number | null
  /** From 0 to 1; null without a total. */
  share: number | null
}

export interface CompetencyView {
  /** Rank by strength from 1, also the chart's axis label. */
  number: number
  name: string | null
  points: Amount
  tasks: Amount
  /** From 0 to 1, by points, else by tasks. */
  share: number | null
  /** Unparsed: there may be 100,000, so they are parsed when opened. */
  evidence: readonly unknown[]
}

export interface ProfileViewModel {
  /** Strongest first. */
  competencies: readonly CompetencyView[]
  /** Chart axes in server order; empty if there are too few. */
  axes: readonly (CompetencyView & { share: number })[]
  /** The chart shows only the strongest. */
  isChartPartial: boolean
  points: Amount
  tasks: Amount
  isEmpty: boolean
}

const MIN_AXES = 3
const MAX_AXES = 12

const toAmount = (done: unknown, total: unknown): Amount => {
  const [part, whole] = [parseCount(done), parseCount(total)]
  const share = part === null || !whole ? null : Math.min(1, part / whole)
  return { done: part, total: whole, share }
}

const parseCompetency = (value: unknown): Omit<CompetencyView, 'number'> => {
  const { name, points, points_total, tasks_solved, tasks_total, tasks } = toRecord(value)
  const [byPoints, byTasks] = [toAmount(points, points_total), toAmount(tasks_solved, tasks_total)]
  return {
    name: toNonEmptyString(name),
    points: byPoints,
    tasks: byTasks,
    share: byPoints.share ?? byTasks.share,
    evidence: toArray(tasks),
  }
}

const isPositive = ({ done }: Amount): boolean => (done ?? 0) > 0

/** Whether the response holds more than sharing settings. */
export const hasProfile = (profile: unknown): boolean => {
  const { competencies, totals, activity } = toRecord(profile)
  return [competencies, totals, activity].some(part => part !== undefined)
}

/** Tolerates malformed responses. Competencies are sorted strongest first. */
export const parseProfile = (profile: unknown): ProfileViewModel => {
  const { competencies: list, totals, activity } = toRecord(profile)
  const totalsObject = toRecord(totals)
  const inServerOrder = toArray(list).map((value, at) => ({ ...parseCompetency(value), at }))
  const competencies = inServerOrder
    .toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1) || (b.points.done ?? 0) - (a.points.done ?? 0))
    .map((one, index) => ({ ...one, number: index + 1 }))
  const measurable = competencies.flatMap(one => (one.share === null ? [] : [{ ...one, share: one.share }]))
  const axes = measurable.length < MIN_AXES ? [] : measurable.slice(0, MAX_AXES)
  const points = toAmount(totalsObject.points, totalsObject.points_total)
  const tasks = toAmount(totalsObject.tasks_solved, totalsObject.tasks_total)
  const isSolvedSomewhere = competencies.some(
    one => isPositive(one.points) || isPositive(one.tasks) || one.evidence.length > 0,
  )
  return {
    competencies,
    axes: axes.toSorted((a, b) => a.at - b.at),
    isChartPartial: measurable.length > MAX_AXES,
    points,
    tasks,
    isEmpty:
      !isSolvedSomewhere && !isPositive(points) && !isPositive(tasks) && toArray(activity).length === 0,
  }
}

const CHART_MAXIMUMS = [0.25, 0.5, 0.75, 1]

/** The next quarter above the highest share, so that small shares are visible. */
export const getChartMaximum = (axes: readonly { share: number }[]): number => {
  const longest = Math.max(0, ...axes.map(({ share }) => share))
  return CHART_MAXIMUMS.find(edge => longest <= edge) ?? 1
}

/** Rounds down, but never to 0 or 1 unless it is exactly that. */
export const roundShare = (share: number): number => {
  if (share <= 0 || share >= 1) return share
  return Math.max(0.01, Math.floor(share * 100 + 1e-9) / 100)
}

export interface EvidenceView {
  title: string | null
  /** Null if the ids are invalid. */
  link: { groupId: number; taskId: number } | null
  /** Unvalidated; an unknown value has no label. */
  difficulty: string
  points: number | null
  /** Milliseconds since the epoch. */
  solvedAt: number | null
}

const parseNumericId = (value: unknown): number | null =>
  parseId(typeof value === 'number' ? String(value) : value)

export const parseEvidence = (value: unknown): EvidenceView => {
  const { id, group_id, title, difficulty, points, solved_at } = toRecord(value)
  const [taskId, groupId] = [parseNumericId(id), parseNumericId(group_id)]
  return {
    title: toNonEmptyString(title),
    link: taskId !== null && groupId !== null ? { groupId, taskId } : null,
    difficulty: toNonEmptyString(difficulty) ?? '',
    points: parseCount(points),
    solvedAt: typeof solved_at === 'string' ? parseMoment(solved_at) : null,
  }
}

const MAX_NAME_LENGTH = 80

/** Bidi-isolated for the page title. */
const truncateName = (name: string): string => {
  const characters = [...name]
  const shown =
    characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : name
  return isolateBidi(shown)
}

/** Null if unknown. */
export const getTitleName = (profile: unknown): string | null => {
  const { username, first_name, last_name } = toRecord(toRecord(profile).user)
  const name = getDisplayName({
    username: toNonEmptyString(username) ?? '',
    first_name: toNonEmptyString(first_name) ?? undefined,
    last_name: toNonEmptyString(last_name) ?? undefined,
  })
  return name === '' ? null : truncateName(name.trim())
}

/** Null if the title already shows it. */
export const getSubtitleName = (profile: unknown): string | null => {
  const { username, first_name, last_name } = toRecord(toRecord(profile).user)
  return toNonEmptyString(first_name) && toNonEmptyString(last_name) ? toNonEmptyString(username) : null
}
