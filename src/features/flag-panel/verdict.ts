import type { FlagResult, FlagResults } from '../../api/schema.gen'

export type VerdictVariant = 'correct' | 'incorrect' | 'repeated' | 'unknown'

const variants = new Map<string, VerdictVariant>([
  ['correct', 'correct'],
  ['incorrect', 'incorrect'],
  ['already_solved', 'repeated'],
])

/** Unknown verdicts have a variant too. */
const getVerdictVariant = (result: FlagResult): VerdictVariant =>
  variants.get(result.verdict ?? '') ?? 'unknown'

export interface Outcome {
  rows: { flag: string; variant: VerdictVariant }[]
  accepted: number
  wrong: number
  left: number
  isSolved: boolean
  /** Undefined if the server doesn't say. */
  attemptsLeft: number | undefined
  /** Lines that were not accepted, as typed. */
  remaining: string
}

/**
 * Verdicts of one line. The server may deduplicate, reorder or trim flags, so match by text; by index only if
 * every line has a verdict and the text there isn't another line's.
 */
const getVariantsForLine = (line: string, index: number, sent: readonly string[], rows: Outcome['rows']) => {
  const exact = rows.filter(({ flag }) => flag === line)
  const matching = exact.length > 0 ? exact : rows.filter(({ flag }) => flag.trim() === line.trim())
  if (matching.length > 0) return matching.map(({ variant }) => variant)
  const sameIndex = rows.length === sent.length ? rows[index] : undefined
  const belongsToOtherLine = sent.some(other => other.trim() === sameIndex?.flag.trim())
  return sameIndex && !belongsToOtherLine ? [sameIndex.variant] : []
}

/** Flags without a verdict stay in the field. */
export const getOutcome = (
  sent: readonly string[],
  answer: FlagResults,
  before: { flagsSolved: number; flagsTotal: number },
): Outcome => {
  const rows = (answer.results ?? []).map((result, index) => ({
    flag: result.flag ?? sent[index] ?? '',
    variant: getVerdictVariant(result),
  }))
  const isAccepted = (variant: VerdictVariant) => variant === 'correct' || variant === 'repeated'
  const accepted = rows.filter(({ variant }) => variant === 'correct').length
  const total = answer.flags_total ?? before.flagsTotal
  const left = Math.max(0, total - (answer.flags_solved ?? before.flagsSolved + accepted))
  return {
    rows,
    accepted,
    wrong: rows.filter(({ variant }) => variant === 'incorrect').length,
    left,
    isSolved: answer.solved ?? (accepted > 0 && left === 0),
    attemptsLeft: answer.attempts_left,
    remaining: sent
      .filter((line, index) => !getVariantsForLine(line, index, sent, rows).some(isAccepted))
      .join('\n'),
  }
}
