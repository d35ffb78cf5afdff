import i18next from 'i18next'
import { getDisplayName } from '../../api/display-name'
import { ApiError, isClientError } from '../../api/errors'
import { formatNumber, formatPercent, parseMoment } from '../../lib/format'
import { isRecord } from '../../lib/is-record'
import { parseId } from '../../lib/route-params'
import { isolateBidi } from '../../lib/safe-text'
import { parseCount } from '../../lib/text'

export type ProfileUnavailableReason = 'private' | 'unknown'

/** Errors that are a state of the profile rather than a failure; else null. */
export const getProfileUnavailableReason = (error: unknown): ProfileUnavailableReason | null => {
  if (!(error instanceof ApiError) || error.kind !== 'http') return null
  if (error.status === 403 && error.detail === 'profile is private') return 'private'
  return error.status === 404 && error.detail === 'user not exists' ? 'unknown' : null
}

/** Any client error counts: visitors must not learn whether the link never existed or was revoked. */
export const isDeadLink = isClientError

/** The value if it is an object, else an empty one. */
const toRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const toNonEmptyString = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** Null means unknown. */
export interface Amount {
  done: number | null
  total: number | null
  /** From 0 to 1; null without a total. */
  share: number | null
}

export interface CompetencyView {
  /** Rank by strength, from 1. */
  number: number
  name: string | null
  points: Amount
  tasks: Amount
  /** From 0 to 1, by points, else by tasks. */
  share: number | null
  /** Unparsed: there may be 100,000, so they are parsed when opened. */
  evidence: readonly unknown[]
}

export type ProfileViewModel = ReturnType<typeof parseProfile>

const levels = ['basics', 'practice', 'confident', 'complete'] as const

/** A word for each quarter of the points that is complete. */
export const getLevel = ({ share, points, tasks, evidence }: CompetencyView) => {
  const level = levels[Math.floor((share ?? 0) * levels.length) - 1]
  if (level) return level
  return isPositive(points) || isPositive(tasks) || evidence.length > 0 ? 'started' : 'none'
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

/** Tolerates malformed responses. */
export const parseProfile = (profile: unknown) => {
  const { competencies: list, totals, activity } = toRecord(profile)
  const { points, points_total, tasks_solved, tasks_total } = toRecord(totals)
  const competencies = toArray(list)
    .filter(isRecord)
    .map(parseCompetency)
    .toSorted((a, b) => (b.share ?? -1) - (a.share ?? -1) || (b.points.done ?? 0) - (a.points.done ?? 0))
    .map((one, index) => ({ ...one, number: index + 1 }))
  const measurable = competencies.flatMap(one => (one.share === null ? [] : [{ ...one, share: one.share }]))
  const axes = measurable.length < MIN_AXES ? [] : measurable.slice(0, MAX_AXES)
  const amounts = { points: toAmount(points, points_total), tasks: toAmount(tasks_solved, tasks_total) }
  const hasEvidence = competencies.some(({ evidence }) => evidence.length > 0)
  const counted = [amounts, ...competencies].flatMap(({ points, tasks }) => [points, tasks])
  const isSolved = counted.some(isPositive)
  const hasCounts = counted.some(({ done }) => done !== null) || Array.isArray(activity)
  return {
    ...amounts,
    /** Strongest first. */
    competencies,
    /** Chart axes in the order of the list, whose numbers they have; empty if there are too few. */
    axes,
    /** The chart shows only the strongest. */
    isChartPartial: measurable.length > MAX_AXES,
    isEmpty:
      !isSolved &&
      !hasEvidence &&
      toArray(activity).length === 0 &&
      (hasCounts || (Array.isArray(list) && competencies.length === 0)),
    /** Nothing to show, but not known to be empty. */
    isUnknown: !hasCounts && !Array.isArray(list),
  }
}

/** Rounds down, but never to 0 or 1 unless it is exactly that. */
export const roundShare = (share: number): number => {
  if (share <= 0 || share >= 1) return share
  return Math.max(0.01, Math.floor(share * 100 + 1e-9) / 100)
}

export type EvidenceView = ReturnType<typeof parseEvidence>

const parseNumericId = (value: unknown): number | null =>
  parseId(typeof value === 'number' ? String(value) : value)

export const parseEvidence = (value: unknown) => {
  const { id, group_id, title, category_name, difficulty, points, solved_at } = toRecord(value)
  const [taskId, groupId] = [parseNumericId(id), parseNumericId(group_id)]
  return {
    title: toNonEmptyString(title),
    category: toNonEmptyString(category_name),
    /** Null if the ids are invalid. */
    link: taskId !== null && groupId !== null ? { groupId, taskId } : null,
    /** Unvalidated; an unknown value has no label. */
    difficulty: toNonEmptyString(difficulty) ?? '',
    points: parseCount(points),
    /** Milliseconds since the epoch. */
    solvedAt: typeof solved_at === 'string' ? parseMoment(solved_at) : null,
  }
}

export interface HardTask extends EvidenceView {
  /** The first competency that names it. */
  competency: string | null
}

/** All solved tasks, each once, whichever competencies they count towards. */
export const parseSolves = ({ competencies, tasks }: Pick<ProfileViewModel, 'competencies' | 'tasks'>) => {
  const seen = new Set<string>()
  const categories = new Set<string>()
  const hard: HardTask[] = []
  let isGraded = true
  for (const { name, evidence } of competencies)
    for (const value of evidence) {
      const { id, group_id, title, category_name, difficulty, solved_at } = toRecord(value)
      const key = JSON.stringify(id ? [group_id, id] : [title, solved_at])
      if (seen.has(key)) continue
      seen.add(key)
      isGraded &&= typeof difficulty === 'string'
      const category = toNonEmptyString(category_name)
      if (category !== null) categories.add(category)
      if (difficulty === 'hard') hard.push({ ...parseEvidence(value), competency: name })
    }
  const isComplete = isGraded && tasks.done !== null && seen.size >= tasks.done
  return {
    /** The newest first. */
    hard: hard.sort((a, b) => (b.solvedAt ?? 0) - (a.solvedAt ?? 0)),
    /** Null unless the answer names every solved task with its difficulty. */
    hardCount: isComplete ? hard.length : null,
    categories: [...categories],
  }
}

const toPositive = (value: unknown): number | null => {
  const count = parseCount(value)
  return count === 0 ? null : count
}

export type ExamView = ReturnType<typeof parseExams>[number]

/** Passed exams, the newest first. */
export const parseExams = (profile: unknown) =>
  toArray(toRecord(profile).exams)
    .filter(isRecord)
    .map(({ title, passed_at, score, score_max, hours }) => ({
      title: toNonEmptyString(title),
      /** Milliseconds since the epoch. */
      passedAt: typeof passed_at === 'string' ? parseMoment(passed_at) : null,
      score: parseCount(score),
      maximum: toPositive(score_max),
      hours: toPositive(hours),
    }))
    .sort((a, b) => (b.passedAt ?? 0) - (a.passedAt ?? 0))

/** `87 из 100`; null if unknown. */
export const getExamScore = ({ score, maximum }: ExamView): string | null => {
  if (score === null) return null
  const { language } = i18next
  const part = formatNumber(score, language)
  if (maximum === null) return part
  return i18next.t('exam.score', { ns: 'competencies', score: part, max: formatNumber(maximum, language) })
}

const getNames = (profile: unknown) => {
  const { username, first_name, last_name } = toRecord(toRecord(profile).user)
  return {
    username: toNonEmptyString(username) ?? '',
    first_name: toNonEmptyString(first_name) ?? undefined,
    last_name: toNonEmptyString(last_name) ?? undefined,
  }
}

const MAX_NAME_LENGTH = 80

/** Bidi-isolated for the page title; null if unknown. */
export const getTitleName = (profile: unknown): string | null => {
  const name = getDisplayName(getNames(profile)).trim()
  const characters = [...name]
  if (characters.length <= MAX_NAME_LENGTH) return name === '' ? null : isolateBidi(name)
  return isolateBidi(`${characters.slice(0, MAX_NAME_LENGTH - 1).join('')}…`)
}

/** Null if the title already shows it. */
export const getSubtitleName = (profile: unknown): string | null => {
  const { username, first_name, last_name } = getNames(profile)
  return (first_name && last_name && username) || null
}

/** `620 из 1 500`; only the part without a total; a dash if unknown. */
export const formatAmount = ({ done, total }: Amount): string => {
  const { language } = i18next
  const part = formatNumber(done ?? Number.NaN, language)
  if (total === null) return part
  return i18next.t('totals.value', { ns: 'competencies', done: part, total: formatNumber(total, language) })
}

export const formatShare = (share: number): string => formatPercent(roundShare(share), i18next.language)
