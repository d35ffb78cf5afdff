import type { TFunction } from 'i18next'
import type { FlagResults } from '../../../packages/contract/schema.gen'
import type { Task, TaskStatus } from '../../api/responses'
import { isInvisible } from './preflight'

export const VERDICTS = ['correct', 'incorrect', 'repeated', 'unknown'] as const
export type VerdictVariant = (typeof VERDICTS)[number]

const variants = new Map<string, VerdictVariant>([
  ['correct', 'correct'],
  ['incorrect', 'incorrect'],
  ['already_solved', 'repeated'],
])

export interface Outcome {
  rows: { flag: string; variant: VerdictVariant }[]
  accepted: number
  wrong: number
  /** Flags still to find; undefined if the server doesn't say. */
  left: number | undefined
  isSolved: boolean
  /** Undefined if the server doesn't say. */
  points: number | undefined
  isFirstInGroup: boolean
  /** Undefined if the server doesn't say. */
  attemptsLeft: number | undefined
  /** Lines that were not accepted, as typed. */
  remaining: string
}

/** By text, because the server may reorder or trim; by index only if every line has a verdict and none matches. */
const getVariantsForLine = (line: string, index: number, sent: readonly string[], rows: Outcome['rows']) => {
  const exact = rows.filter(({ flag }) => flag === line)
  const matching = exact.length > 0 ? exact : rows.filter(({ flag }) => flag.trim() === line.trim())
  if (matching.length > 0) return matching.map(({ variant }) => variant)
  const sameIndex = rows.length === sent.length ? rows[index] : undefined
  const belongsToOtherLine = sent.some(other => other.trim() === sameIndex?.flag.trim())
  return sameIndex && !belongsToOtherLine ? [sameIndex.variant] : []
}

/** The flags of a task that the user has solved, by its status or its own list; null when neither says. */
export const countSolvedFlags = (
  { flags, flags_total: total }: Pick<Task, 'flags' | 'flags_total'>,
  status: TaskStatus | undefined,
): number | null => {
  if (status?.flags_solved != null) return status.flags_solved
  if (flags.length > 0 && flags.every(flag => flag.solved != null))
    return flags.filter(flag => flag.solved).length
  if (status?.solved) return total ?? 1
  return status?.solved === false && total === 1 ? 0 : null
}

export interface FlagCounts {
  /** Null if the server doesn't say. */
  flagsSolved: number | null
  /** Undefined if the server doesn't say. */
  flagsTotal: number | undefined
}

/** Whether a flag was counted, from the solved flags before and after; null when they don't say. */
export const wasCounted = (before: FlagCounts, after: number | null): boolean | null => {
  if (after === null) return null
  if (before.flagsSolved !== null) return after > before.flagsSolved
  if (after === 0) return false
  // Only an unsolved task takes flags.
  return before.flagsTotal !== undefined && after >= before.flagsTotal ? true : null
}

/** Flags without a verdict stay in the field. */
export const getOutcome = (sent: readonly string[], answer: FlagResults, before: FlagCounts): Outcome => {
  const rows = (answer.results ?? []).map((result, index) => ({
    flag: result.flag ?? sent[index] ?? '',
    variant: variants.get(result.verdict ?? '') ?? 'unknown',
  }))
  const isAccepted = (variant: VerdictVariant) => variant === 'correct' || variant === 'repeated'
  const accepted = rows.filter(({ variant }) => variant === 'correct').length
  const total = answer.flags_total ?? before.flagsTotal
  const left = countLeft(total, answer.flags_solved ?? null, before.flagsSolved, accepted)
  return {
    rows,
    accepted,
    wrong: rows.filter(({ variant }) => variant === 'incorrect').length,
    left,
    isSolved: answer.solved ?? (accepted > 0 && left === 0),
    points: answer.points_earned,
    isFirstInGroup: answer.first_solve === true,
    attemptsLeft: answer.attempts_left,
    remaining: sent
      .filter((line, index) => !getVariantsForLine(line, index, sent, rows).some(isAccepted))
      .join('\n'),
  }
}

const countLeft = (
  total: number | undefined,
  solved: number | null,
  before: number | null,
  accepted: number,
) => {
  if (total === undefined) return undefined
  const left = Math.max(0, total - (solved ?? (before ?? 0) + accepted))
  return solved !== null || before !== null || left === 0 ? left : undefined
}

/** Undefined `left` means unknown. */
const getAttemptsLeftMessage = (t: TFunction<'task'>, left: number | undefined): string => {
  if (left === undefined) return ''
  return left > 0 ? t('attemptsLeft', { count: left }) : t('noAttemptsLeft')
}

/** A single flag needs no count. */
export const getWrongMessage = (t: TFunction<'task'>, { wrong, rows, attemptsLeft }: Outcome): string => {
  const verdict = rows.length === 1 ? t('verdict.wrongOnly') : t('verdict.wrong', { count: wrong })
  return `${verdict} ${getAttemptsLeftMessage(t, attemptsLeft)}`.trim()
}

/** One announcement for the whole response. */
export const getOutcomeMessage = (t: TFunction<'task'>, outcome: Outcome): string => {
  const { accepted, wrong, left, isSolved, rows } = outcome
  if (isSolved) return t('verdict.solved')
  const hasUnknown = rows.some(({ variant }) => variant === 'unknown')
  const parts = [
    accepted > 0 && t('verdict.accepted', { count: accepted }),
    wrong > 0 && getWrongMessage(t, outcome),
    accepted === 0 && wrong === 0 && !hasUnknown && rows.length > 0 && t('verdict.nothingNew'),
    hasUnknown && t('verdict.unsaid'),
    accepted > 0 && left !== undefined && t('verdict.left', { count: left }),
  ]
  return parts.filter(Boolean).join(' ')
}

/** Limits of the contract. */
const MAX_FLAGS = 50
const MAX_FLAG_LENGTH = 500

export type FlagProblem = 'empty' | 'tooMany' | 'tooLong'

const isBlank = (line: string): boolean =>
  Array.from(line).every(one => one.trim() === '' || isInvisible(one))

/** One flag per line. Drops invisible lines; everything else is sent as typed. */
export const parseFlagLines = (text: string): string[] => text.split(/\r?\n/).filter(line => !isBlank(line))

export const getFlagProblem = (flags: readonly string[]): FlagProblem | null => {
  if (flags.length === 0) return 'empty'
  if (flags.length > MAX_FLAGS) return 'tooMany'
  return flags.some(flag => flag.length > MAX_FLAG_LENGTH) ? 'tooLong' : null
}

export const isAllWrong = (answer: FlagResults | null): boolean =>
  Array.isArray(answer?.results) &&
  answer.results.length > 0 &&
  answer.results.every(result => result?.verdict === 'incorrect')
