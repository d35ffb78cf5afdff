import type { FlagResult, FlagResults } from '../../api/schema.gen'

export type VerdictLook = 'correct' | 'incorrect' | 'repeated' | 'unknown'

const looks = new Map<string, VerdictLook>([
  ['correct', 'correct'],
  ['incorrect', 'incorrect'],
  ['already_solved', 'repeated'],
])

/** How a verdict is shown; one that this client does not know has a face too. */
const verdictLook = (result: FlagResult): VerdictLook => looks.get(result.verdict ?? '') ?? 'unknown'

export interface Outcome {
  rows: { flag: string; look: VerdictLook }[]
  accepted: number
  wrong: number
  /** Flags of the task that are still to be found. */
  left: number
  isSolved: boolean
  /** Wrong flags that are taken before a pause, when the server says so. */
  attemptsLeft: number | undefined
  /** What stays in the field: every line that was not accepted, as it was typed. */
  kept: string
}

/**
 * The verdicts on one line. A server may answer each flag once, in an order of its own or without the blanks around it,
 * so that the text decides; the place does only where every line has a verdict and the one there is no other line's.
 */
const looksOf = (line: string, index: number, sent: readonly string[], rows: Outcome['rows']) => {
  const exact = rows.filter(({ flag }) => flag === line)
  const alike = exact.length > 0 ? exact : rows.filter(({ flag }) => flag.trim() === line.trim())
  if (alike.length > 0) return alike.map(({ look }) => look)
  const atPlace = rows.length === sent.length ? rows[index] : undefined
  const isOfAnother = sent.some(other => other.trim() === atPlace?.flag.trim())
  return atPlace && !isOfAnother ? [atPlace.look] : []
}

/** What the panel shows of the answer to these flags; one that got no verdict stays in the field. */
export const outcomeOf = (
  sent: readonly string[],
  answer: FlagResults,
  before: { flagsSolved: number; flagsTotal: number },
): Outcome => {
  const rows = (answer.results ?? []).map((result, index) => ({
    flag: result.flag ?? sent[index] ?? '',
    look: verdictLook(result),
  }))
  const isTaken = (look: VerdictLook) => look === 'correct' || look === 'repeated'
  const accepted = rows.filter(({ look }) => look === 'correct').length
  const total = answer.flags_total ?? before.flagsTotal
  const left = Math.max(0, total - (answer.flags_solved ?? before.flagsSolved + accepted))
  return {
    rows,
    accepted,
    wrong: rows.filter(({ look }) => look === 'incorrect').length,
    left,
    isSolved: answer.solved ?? (accepted > 0 && left === 0),
    attemptsLeft: answer.attempts_left,
    kept: sent.filter((line, index) => !looksOf(line, index, sent, rows).some(isTaken)).join('\n'),
  }
}
