import type { LmsDownload, LmsUpload, LmsUploadMissing } from '../api/schema.gen'
import { countOf } from '../lib/count-of'

/** How an upload ended, as the ledger tells it. `other`: a status that nobody here knows. */
export type UploadStatus = 'sent' | 'partly' | 'none' | 'already' | 'disabled' | 'missing' | 'other'

/** What an upload brought (specification §3, LMS upload result). Counts are of solutions; null when the answer has none. */
export interface UploadReport {
  status: UploadStatus
  /** The answer's own word, at most 64 characters. */
  word: string
  sent: number | null
  resent: number | null
  failed: number | null
  /** Why solutions failed, one line each: plain text of the server, at most 1000 lines of 2000 characters. */
  errors: readonly string[]
  /** Plain text of the server, at most 2000 characters. */
  message: string
}

const known = new Map<string, UploadStatus>([
  ['sent', 'sent'],
  ['partially_sent', 'partly'],
  ['already_sent', 'already'],
  ['lms_disabled', 'disabled'],
  ['not_found', 'missing'],
])

const mostLines = 1000
const longestText = 2000

const textOf = (value: unknown, longest = longestText): string =>
  typeof value === 'string' ? value.slice(0, longest).trim() : ''

/** Of whole solutions or people. */
const wholeOf = (value: unknown): number | null => {
  const count = countOf(value)
  return Number.isSafeInteger(count) ? count : null
}

const linesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .slice(0, mostLines)
        .map(line => textOf(line))
        .filter(line => line !== '')
    : []

/** An answer that calls itself sent, now or before, while it names failures was sent in part, or not at all. */
const judged = (status: UploadStatus, { sent, resent, failed, errors }: Omit<UploadReport, 'status'>) => {
  if (status !== 'sent' && status !== 'partly' && status !== 'already') return status
  if ((failed ?? errors.length) === 0 && errors.length === 0) return status
  return sent === 0 && resent === 0 ? 'none' : 'partly'
}

/** Types are not checks: whatever an upload answered as the ledger can show it, or null when it says nothing. */
export const uploadReportOf = (answer: LmsUpload | LmsUploadMissing | null): UploadReport | null => {
  const fields: Record<string, unknown> = { ...(typeof answer === 'object' ? answer : {}) }
  if (Array.isArray(answer) || Object.keys(fields).length === 0) return null
  const word = textOf(fields.status, 64)
  const report = {
    word,
    sent: wholeOf(fields.sent_count),
    resent: wholeOf(fields.resend_count),
    failed: wholeOf(fields.failed_count),
    errors: linesOf(fields.errors),
    message: textOf(fields.message),
  }
  return { status: judged(known.get(word) ?? 'other', report), ...report }
}

/** How many people a download brought up to date; null when the answer does not say. */
export const updatedIn = (answer: LmsDownload | null): number | null => wholeOf(answer?.updated)
