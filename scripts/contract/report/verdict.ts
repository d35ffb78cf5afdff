import { exitCodeOf } from '../exit-codes'
import { counted, severityCounts } from './formatting'
import { plain } from './plain'
import type { Report } from './report'
import { countsAgainst } from './severity'
import { missedMinimums } from './shares'

export function verdictOf(result: Omit<Report, 'verdict'>): Report['verdict'] {
  return { exitCode: exitCodeOf(result), sentence: plain(sentenceOf(result)) }
}

function sentenceOf(result: Omit<Report, 'verdict'>): string {
  const { findings, failures, coverage, minimum, threshold } = result
  const open = findings.filter(({ accepted }) => accepted === undefined)
  const [failure] = failures
  if (failure !== undefined) {
    const also = open.length === 0 ? '' : ` What was found before that: ${severityCounts(open)}.`
    return `Inconclusive: ${failure}${also}`
  }
  const failing = open.filter(finding => countsAgainst(finding, threshold))
  const accepted = findings.length - open.length
  const more = open.length === 0 ? '' : 'more '
  const acceptedNote =
    accepted === 0
      ? ''
      : ` (${counted(accepted, `${more}finding is`, `${more}findings are`)} accepted by the baseline)`
  if (failing.length > 0) {
    const rest = open.length - failing.length
    const below = rest === 0 ? '' : `, and ${rest} that ${rest === 1 ? 'does' : 'do'} not fail the run`
    // An expired entry is a common reason for a job that fails overnight.
    const expired = result.baseline.expired.length
    const ended =
      expired === 0
        ? ''
        : ` ${counted(expired, 'entry', 'entries')} of the baseline ${expired === 1 ? 'has' : 'have'} expired.`
    return `Drift: ${severityCounts(failing)} ${failing.length === 1 ? 'finding' : 'findings'}${below}${acceptedNote}.${ended}`
  }
  const missed = missedMinimums(coverage, minimum)
  if (missed.length > 0) return `No drift that fails the run, but too little was seen: ${missed.join('; ')}.`
  if (open.length > 0)
    return `Clean at this threshold: ${severityCounts(open)} ${open.length === 1 ? 'finding does' : 'findings do'} not fail the run${acceptedNote}.`
  if (!coverage) return `No drift: the contract is kept${acceptedNote}.`
  const { seen, all } = coverage.operations
  const note = seen === all ? ': the contract is kept' : seen === 0 ? ': nothing is proved by that' : ''
  return `No drift in ${counted(result.exchanges, 'exchange')}, ${seen} of ${all} operations${note}${acceptedNote}.`
}
