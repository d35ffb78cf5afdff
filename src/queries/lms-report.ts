import type { LmsDownload, LmsUpload, LmsUploadMissing } from '../api/schema.gen'
import { parseCount } from '../lib/parse-count'

/** Result of an upload; `other` is an unknown status. */
export type UploadStatus = 'sent' | 'partly' | 'none' | 'already' | 'disabled' | 'missing' | 'other'

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

const toLines = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .slice(0, MAX_LINES)
        .map(line => toText(line))
        .filter(line => line !== '')
    : []

/** A "sent" status with reported failures means a partial upload, or none. */
const getEffectiveStatus = (
  status: UploadStatus,
  { sent, resent, failed, errors }: Omit<UploadReport, 'status'>,
) => {
  if (status !== 'sent' && status !== 'partly' && status !== 'already') return status
  if ((failed ?? errors.length) === 0 && errors.length === 0) return status
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

/** Number of users updated by a download; null when unknown. */
export const getUpdatedCount = (answer: LmsDownload | null): number | null => toWholeNumber(answer?.updated)
