import type { TFunction } from 'i18next'
import type { Outcome } from './verdict'

/** Undefined `left` means unknown. */
export const getAttemptsLeftMessage = (t: TFunction<'task'>, left: number | undefined): string => {
  if (left === undefined) return ''
  return left > 0 ? t('attemptsLeft', { count: left }) : t('noAttemptsLeft')
}

/** One announcement for the whole response. */
export const getOutcomeMessage = (
  t: TFunction<'task'>,
  { accepted, wrong, left, isSolved, rows, attemptsLeft }: Outcome,
): string => {
  if (isSolved) return t('verdict.solved')
  const parts = [
    accepted > 0 && t('verdict.accepted', { count: accepted }),
    wrong > 0 && t('verdict.wrong', { count: wrong }),
    accepted === 0 && wrong === 0 && rows.length > 0 && t('verdict.nothingNew'),
    accepted > 0 && t('verdict.left', { count: left }),
    wrong > 0 && getAttemptsLeftMessage(t, attemptsLeft),
  ]
  return parts.filter(Boolean).join(' ')
}
