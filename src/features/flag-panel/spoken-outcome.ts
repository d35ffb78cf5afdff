import type { TFunction } from 'i18next'
import type { Outcome } from './verdict'

/** A verdict in one announcement: what became of the flags, how many are left, how many tries. */
export const spokenOutcome = (
  t: TFunction<'task'>,
  { accepted, wrong, left, isSolved, rows, attemptsLeft }: Outcome,
): string => {
  if (isSolved) return t('verdict.solved')
  const parts = [
    accepted > 0 && t('verdict.accepted', { count: accepted }),
    wrong > 0 && t('verdict.wrong', { count: wrong }),
    accepted === 0 && wrong === 0 && rows.length > 0 && t('verdict.nothingNew'),
    accepted > 0 && t('verdict.left', { count: left }),
    wrong > 0 && attemptsLeft !== undefined && t('attemptsLeft', { count: attemptsLeft }),
  ]
  return parts.filter(Boolean).join(' ')
}
