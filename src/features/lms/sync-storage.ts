import { ApiError, type ErrorKind, isErrorDetail } from '../../api/errors'
import type { OperationId } from '../../api/operations.gen'
import { getSessionStorage, LMS_HISTORY_PREFIX } from '../../lib/drafts'
import { isRecord } from '../../lib/is-record'
import { parseStoredList } from '../../lib/stored-value'
import type { UserKey } from '../../lib/user'
import { type LmsSync, type LmsSyncKind, type LmsSyncOutcome, parseUploadReport } from './model'

/** In `sessionStorage`: survives a reload, but not the browser's session, a logout or another user. */

export const OPERATIONS = {
  download: 'downloadFromLms',
  upload: 'uploadToLms',
} as const satisfies Record<LmsSyncKind, OperationId>

/** An entry can have a thousand error lines. */
export const MAX_HISTORY = 20
/** Characters of one group's history; browsers allow about five million for the site. */
const MAX_LENGTH = 500_000
/** Characters of the error lines of one entry. */
const MAX_ERRORS_LENGTH = 100_000

const limitLines = (lines: readonly string[]): readonly string[] => {
  let left = MAX_ERRORS_LENGTH
  return lines.filter(({ length }) => {
    left -= length
    return left >= 0
  })
}

/** In the form of the responses, so that the same parser reads it back. */
const pack = ({ direction, at, outcome }: LmsSync) => {
  if (outcome.kind === 'uploaded') {
    const { code, sent, resent, failed, errors, message } = outcome.report
    const answer = {
      status: code,
      sent_count: sent,
      resend_count: resent,
      failed_count: failed,
      errors: limitLines(errors),
      message,
    }
    return { direction, at, kind: outcome.kind, answer }
  }
  if (outcome.kind === 'downloaded') return { direction, at, kind: outcome.kind, updated: outcome.updated }
  if (outcome.kind === 'offline') return null
  const { kind, status, detail, isFromApplication } = outcome.error
  return { direction, at, kind: outcome.kind, error: { kind, status, detail, isFromApplication } }
}

const errorKinds: readonly ErrorKind[] = ['offline', 'network', 'timeout', 'aborted', 'badResponse', 'http']

const unpackOutcome = (value: Record<string, unknown>, direction: LmsSyncKind): LmsSyncOutcome | null => {
  const { kind, updated, answer, error } = value
  if (kind === 'downloaded') return { kind, updated: typeof updated === 'number' ? updated : null }
  if (kind === 'uploaded') {
    const report = isRecord(answer) ? parseUploadReport(answer as never) : null
    return report && { kind, report }
  }
  if ((kind !== 'refused' && kind !== 'unanswered') || !isRecord(error)) return null
  const errorKind = errorKinds.find(one => one === error.kind)
  if (!errorKind) return null
  return {
    kind,
    error: new ApiError({
      kind: errorKind,
      operation: OPERATIONS[direction],
      status: typeof error.status === 'number' ? error.status : undefined,
      detail: isErrorDetail(error.detail) ? error.detail : undefined,
      isFromApplication: error.isFromApplication === true,
    }),
  }
}

const unpack = (value: unknown, index: number): LmsSync[] => {
  if (!isRecord(value) || typeof value.at !== 'number' || !Number.isFinite(new Date(value.at).getTime()))
    return []
  const { direction, at } = value
  if (direction !== 'download' && direction !== 'upload') return []
  const outcome = unpackOutcome(value, direction)
  // Ids of stored entries are negative: those of this page are ids of mutations.
  return outcome ? [{ id: -1 - index, direction, at, outcome }] : []
}

const readRaw = (key: string): unknown[] => parseStoredList(getSessionStorage()?.getItem(key))

const getKey = (user: UserKey, groupId: number): string => `${LMS_HISTORY_PREFIX}${user}.${groupId}`

/** Oldest first. Malformed entries are left out. */
export const readLmsHistory = (user: UserKey, groupId: number): LmsSync[] =>
  readRaw(getKey(user, groupId)).flatMap(unpack)

/** Without room or storage, the history lasts as long as the page. */
export const storeLmsSync = (user: UserKey, groupId: number, sync: LmsSync): void => {
  const entry = pack(sync)
  if (!entry) return
  const key = getKey(user, groupId)
  let entries = [...readRaw(key), entry].slice(-MAX_HISTORY)
  while (entries.length > 1 && JSON.stringify(entries).length > MAX_LENGTH) entries = entries.slice(1)
  try {
    getSessionStorage()?.setItem(key, JSON.stringify(entries))
  } catch {}
}
