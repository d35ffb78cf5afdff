import i18next from 'i18next'
import type { ApiError } from '../../api/errors'
import { errorMessage } from '../../i18n/error-messages'
import { formatNumber } from '../../lib/format'
import type { UploadStatus } from '../../queries/lms-report'
import type { LmsSync, LmsSyncKind, LmsSyncOutcome } from '../../queries/lms-sync'
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

interface SyncMessage {
  title: string
  lines: readonly string[]
  tone: Tone
}

const getStatusLines = (status: UploadStatus, word: string, code: string): string[] => {
  if (status === 'sent') return []
  if (status === 'missing') return [i18next.t('text.missing', { ns, code })]
  if (status === 'none') return [i18next.t('text.partly', { ns })]
  if (status !== 'other') return [i18next.t(`text.${status}`, { ns })]
  return [word ? i18next.t('text.other', { ns, status: word }) : i18next.t('text.otherPlain', { ns })]
}

const getHttpStatusLines = ({ status }: ApiError): string[] =>
  status === undefined ? [] : [i18next.t('failed.status', { ns, status })]

const getErrorLines = (error: ApiError): string[] =>
  error.status === 403
    ? [errorMessage(error), i18next.t('failed.forbidden', { ns })]
    : [errorMessage(error), ...getHttpStatusLines(error)]

const getFailureMessage = (
  asked: LmsSyncKind,
  outcome: Exclude<LmsSyncOutcome, { kind: 'downloaded' | 'uploaded' }>,
): SyncMessage => {
  if (outcome.kind === 'offline')
    return {
      title: i18next.t(`failed.${asked}`, { ns }),
      lines: [i18next.t('failed.offline', { ns })],
      tone: 'warning',
    }
  if (outcome.kind === 'refused')
    return {
      title: i18next.t(`failed.${asked}`, { ns }),
      lines: getErrorLines(outcome.error),
      tone: 'danger',
    }
  const { error } = outcome
  return {
    title: i18next.t(`lost.${asked}`, { ns }),
    lines: [i18next.t(`lost.${asked}Text`, { ns }), ...getHttpStatusLines(error)],
    tone: 'warning',
  }
}

/** The message for a sync. `code` is the code of the group in the LMS. */
export const getSyncMessage = ({ direction: asked, outcome }: LmsSync, code: string): SyncMessage => {
  if (outcome.kind === 'downloaded') {
    const { updated } = outcome
    const isKnown = updated !== null
    return {
      title: isKnown
        ? i18next.t('done.downloaded', { ns, people: formatNumber(updated, i18next.language) })
        : i18next.t('done.downloadedSome', { ns }),
      lines: [],
      // No updated members is no success.
      tone: updated === 0 ? 'neutral' : 'success',
    }
  }
  if (outcome.kind !== 'uploaded') return getFailureMessage(asked, outcome)
  const { status, code: word } = outcome.report
  return {
    title: i18next.t(`status.${status}`, { ns }),
    lines: getStatusLines(status, word, code),
    tone: tones[status],
  }
}
