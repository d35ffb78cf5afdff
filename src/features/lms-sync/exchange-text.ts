import i18next from 'i18next'
import type { ApiError } from '../../api/errors'
import { errorText } from '../../i18n/error-text'
import { formatNumber } from '../../lib/format'
import type { Exchange, ExchangeKind, ExchangeOutcome } from '../../queries/lms-exchange'
import type { UploadStatus } from '../../queries/lms-report'
import type { Tone } from '../../ui/tone'

const ns = 'lms'

const tones: Record<UploadStatus, Tone> = {
  sent: 'success',
  partly: 'warning',
  none: 'danger',
  already: 'info',
  disabled: 'warning',
  missing: 'warning',
  other: 'warning',
}

interface ExchangeText {
  title: string
  /** What it means, and what to do next. */
  lines: readonly string[]
  tone: Tone
}

const statusLines = (status: UploadStatus, word: string, code: string): string[] => {
  if (status === 'sent') return []
  if (status === 'missing') return [i18next.t('text.missing', { ns, code })]
  if (status === 'none') return [i18next.t('text.partly', { ns })]
  if (status !== 'other') return [i18next.t(`text.${status}`, { ns })]
  return [word ? i18next.t('text.other', { ns, status: word }) : i18next.t('text.otherPlain', { ns })]
}

const statusText = ({ status }: ApiError): string[] =>
  status === undefined ? [] : [i18next.t('failed.status', { ns, status })]

const refusalLines = (error: ApiError): string[] =>
  error.status === 403
    ? [errorText(error), i18next.t('failed.forbidden', { ns })]
    : [errorText(error), ...statusText(error)]

const failureText = (
  asked: ExchangeKind,
  outcome: Exclude<ExchangeOutcome, { kind: 'downloaded' | 'uploaded' }>,
): ExchangeText => {
  if (outcome.kind === 'offline')
    return {
      title: i18next.t(`failed.${asked}`, { ns }),
      lines: [i18next.t('failed.offline', { ns })],
      tone: 'warning',
    }
  if (outcome.kind === 'refused')
    return { title: i18next.t(`failed.${asked}`, { ns }), lines: refusalLines(outcome.error), tone: 'danger' }
  const { error } = outcome
  return {
    title: i18next.t(`lost.${asked}`, { ns }),
    lines: [i18next.t(`lost.${asked}Text`, { ns }), ...statusText(error)],
    tone: 'warning',
  }
}

/** An exchange in words. `code` is the group's in the LMS. */
export const exchangeText = ({ asked, outcome }: Exchange, code: string): ExchangeText => {
  if (outcome.kind === 'downloaded') {
    const { updated } = outcome
    const isKnown = updated !== null
    return {
      title: isKnown
        ? i18next.t('done.downloaded', { ns, people: formatNumber(updated, i18next.language) })
        : i18next.t('done.downloadedSome', { ns }),
      lines: [],
      // That nobody was there is no success.
      tone: updated === 0 ? 'neutral' : 'success',
    }
  }
  if (outcome.kind !== 'uploaded') return failureText(asked, outcome)
  const { status, word } = outcome.report
  return {
    title: i18next.t(`status.${status}`, { ns }),
    lines: statusLines(status, word, code),
    tone: tones[status],
  }
}
