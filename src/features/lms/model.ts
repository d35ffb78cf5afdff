import i18next from 'i18next'
import type { LmsDownload, LmsUpload, LmsUploadMissing } from '../../../packages/contract/schema.gen'
import type { ApiError } from '../../api/errors'
import { errorMessage } from '../../i18n/error-messages'
import { formatNumber } from '../../lib/format'
import { isRecord } from '../../lib/is-record'
import { escapeFormula, parseCount } from '../../lib/text'
import type { Tone } from '../../ui/tone'

/** Result of an upload; `other` is an unknown status. */
type UploadStatus = 'sent' | 'partly' | 'none' | 'already' | 'disabled' | 'missing' | 'other'

/** Report of an upload. Counts are solutions; null when missing. */
export interface UploadReport {
  status: UploadStatus
  /** `status` of the response, at most 64 characters. */
  code: string
  sent: number | null
  resent: number | null
  failed: number | null
  /** Reasons for failed solutions: plain text, at most 1000 lines of 2000 characters. */
  errors: readonly string[]
  /** Plain text, at most 2000 characters. */
  message: string
}

const STATUS_BY_CODE = new Map<string, UploadStatus>([
  ['sent', 'sent'],
  ['partially_sent', 'partly'],
  ['already_sent', 'already'],
  ['lms_disabled', 'disabled'],
  ['not_found', 'missing'],
])

const MAX_LINES = 1000
const MAX_TEXT_LENGTH = 2000

const toText = (value: unknown, longest = MAX_TEXT_LENGTH): string =>
  typeof value === 'string' ? value.slice(0, longest).trim() : ''

const toWholeNumber = (value: unknown): number | null => {
  const count = parseCount(value)
  return Number.isSafeInteger(count) ? count : null
}

/** A list of lines, or an object of them by what they are about. */
const toLines = (value: unknown): string[] => {
  const lines = isRecord(value) ? Object.entries(value).map(([key, line]) => `${key}: ${line}`) : value
  return (Array.isArray(lines) ? lines.slice(0, MAX_LINES) : [])
    .map(line => toText(line))
    .filter(line => line !== '')
}

/** Failures mean a partial upload, or none, whatever the word. A word that we don't know is explained by the counts. */
const getEffectiveStatus = (
  status: UploadStatus,
  { sent, resent, failed, errors }: Omit<UploadReport, 'status'>,
) => {
  if (status === 'disabled' || status === 'missing') return status
  const hasFailed = (failed ?? 0) > 0 || errors.length > 0
  const hasSent = (sent ?? 0) > 0 || (resent ?? 0) > 0
  if (status === 'other') {
    if (failed === null || !(hasFailed || hasSent)) return status
    if (!hasFailed) return 'sent'
    return hasSent ? 'partly' : 'none'
  }
  if (!hasFailed) return status
  return sent === 0 && resent === 0 ? 'none' : 'partly'
}

/** Parses an upload's response; null when it is empty. */
export const parseUploadReport = (answer: LmsUpload | LmsUploadMissing | null): UploadReport | null => {
  const fields: Record<string, unknown> = { ...(typeof answer === 'object' ? answer : {}) }
  if (Array.isArray(answer) || Object.keys(fields).length === 0) return null
  const code = toText(fields.status, 64)
  const report = {
    code,
    sent: toWholeNumber(fields.sent_count),
    resent: toWholeNumber(fields.resend_count),
    failed: toWholeNumber(fields.failed_count),
    errors: toLines(fields.errors),
    message: toText(fields.message),
  }
  return { status: getEffectiveStatus(STATUS_BY_CODE.get(code) ?? 'other', report), ...report }
}

/** Groups in the order of their first items. */
const groupBy = <T>(items: readonly T[], getKey: (item: T) => string): [key: string, items: T[]][] => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = getKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups]
}

export interface ErrorReason {
  cause: string
  /** Number of lines with this cause. */
  count: number
  /** What stands before the cause, such as a user and a task; empty for a line without a colon. */
  concerned: string[]
}

/** Lines such as `user, task: reason` by their reasons, the most frequent first. */
export const groupReasons = (errors: readonly string[]): ErrorReason[] =>
  groupBy(errors, line => line.split(': ').at(-1) ?? '')
    .map(([cause, lines]) => ({
      cause,
      count: lines.length,
      concerned: lines.map(line => line.slice(0, -cause.length - 2)).filter(Boolean),
    }))
    .sort((one, other) => other.count - one.count)

/** Number of users updated by a download; null when unknown. */
export const getUpdatedCount = (answer: LmsDownload | null): number | null => toWholeNumber(answer?.updated)

/** Server text must not add lines. */
const toSingleLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd()

/** Lines as text to copy or save, safe to open in a spreadsheet. */
export const toSafeText = (lines: readonly string[]): string =>
  `${lines.map(toSingleLine).map(escapeFormula).join('\n')}\n`

export type LmsSyncKind = 'download' | 'upload'

export type LmsSyncOutcome =
  | { kind: 'downloaded'; updated: number | null }
  | { kind: 'uploaded'; report: UploadReport }
  /** The application or a gateway before it rejected it: nothing has changed. */
  | { kind: 'refused'; error: ApiError }
  /** No usable response: it may have happened. */
  | { kind: 'unanswered'; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline' }

/** One entry of the history. `at` is server time in milliseconds. */
export interface LmsSync {
  id: number
  direction: LmsSyncKind
  at: number
  outcome: LmsSyncOutcome
}

const tones: Record<UploadStatus, Tone> = {
  sent: 'success',
  partly: 'warning',
  none: 'danger',
  already: 'info',
  disabled: 'warning',
  missing: 'warning',
  other: 'warning',
}

const getStatusText = ({ status, code: label }: UploadReport, code: string): string => {
  const t = i18next.getFixedT(null, 'lms')
  if (status === 'sent') return ''
  if (status === 'missing') return t('text.missing', { code })
  if (status === 'none') return t('text.partly')
  if (status !== 'other') return t(`text.${status}`)
  return label ? t('text.other', { status: label }) : t('text.otherPlain')
}

interface SyncMessage {
  title: string
  lines: readonly string[]
  tone: Tone
  /** What the server said, as it said it. */
  details: readonly string[]
}

/** Whichever way: the LMS is switched off for everybody. */
export const isLmsOff = ({ outcome }: LmsSync): boolean =>
  outcome.kind === 'uploaded'
    ? outcome.report.status === 'disabled'
    : outcome.kind === 'refused' && outcome.error.detail === 'lms disabled'

/** The message for a sync. `code` is the code of the group in the LMS. */
export const getSyncMessage = (sync: LmsSync, code: string): SyncMessage => {
  const { direction, outcome } = sync
  const t = i18next.getFixedT(null, 'lms')
  if (outcome.kind === 'downloaded') {
    const { updated } = outcome
    const title =
      updated === null
        ? t('done.downloadedSome')
        : t('done.downloaded', { people: formatNumber(updated, i18next.language) })
    // No updated members is no success.
    return { title, lines: [], tone: updated === 0 ? 'neutral' : 'success', details: [] }
  }
  if (outcome.kind === 'uploaded') {
    const { status, message, failed } = outcome.report
    const title =
      status === 'none' && failed
        ? t('status.failed', { solutions: formatNumber(failed, i18next.language) })
        : t(`status.${status}`)
    const text = getStatusText(outcome.report, code)
    const details = message ? [`${t('message')} ${message}`] : []
    return { title, lines: text ? [text] : [], tone: tones[status], details }
  }
  if (outcome.kind === 'offline')
    return { title: t(`failed.${direction}`), lines: [t('failed.offline')], tone: 'warning', details: [] }
  const { kind, error } = outcome
  const details = error.status === undefined ? [] : [t('failed.status', { status: error.status })]
  if (isLmsOff(sync))
    return { title: t('status.disabled'), lines: [t('text.disabled')], tone: 'warning', details }
  if (kind === 'unanswered')
    return { title: t(`lost.${direction}`), lines: [t(`lost.${direction}Text`)], tone: 'warning', details }
  const reason = error.status === 403 && error.isFromApplication ? [t('failed.forbidden')] : []
  return { title: t(`failed.${direction}`), lines: [errorMessage(error), ...reason], tone: 'danger', details }
}
