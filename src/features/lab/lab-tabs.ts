import type { Channel } from '../../api/deps'
import type { LabStatus } from '../../api/schema.gen'
import type { TaskRef } from '../../api/task-ref'
import type { Locks } from '../../api/with-lock'
import { isRecord } from '../../lib/is-record'
import type { UserKey } from '../../lib/user'

const LOCK_NAME = 'flagship.lab-poll'

/** Calls `lead` when this tab gets the lock; without locks every tab polls. Returns the release function. */
export const requestLeadership = (locks: Locks | null, lead: () => void): (() => void) => {
  if (!locks) {
    lead()
    return () => {}
  }
  const waiting = new AbortController()
  let free = () => {}
  const hold = () =>
    new Promise<void>(resolve => {
      free = resolve
      if (waiting.signal.aborted) resolve()
      else lead()
    })
  locks.request(LOCK_NAME, { signal: waiting.signal }, hold).catch(() => {
    // Sandboxed documents may not request locks.
    if (!waiting.signal.aborted) lead()
  })
  return () => {
    waiting.abort()
    free()
  }
}

/** Between the user's tabs. Field names must not change: tabs of different releases can be open together. */
export type LabMessage =
  /** A status from the server, with the server time of the request and of this message. */
  | { type: 'answer'; userId: UserKey; place: TaskRef; status: LabStatus; askedAt: number; now: number }
  /** A tab that doesn't poll asks for the current status. */
  | { type: 'ask'; userId: UserKey }

const isTaskRef = (value: unknown): value is TaskRef =>
  isRecord(value) && Number.isSafeInteger(value.groupId) && Number.isSafeInteger(value.taskId)

const isMessage = (value: unknown): value is LabMessage => {
  if (!isRecord(value) || !['number', 'string'].includes(typeof value.userId)) return false
  if (value.type === 'ask') return true
  const { type, place, status, askedAt, now } = value
  const hasTimes = Number.isFinite(askedAt) && Number.isFinite(now)
  return type === 'answer' && isTaskRef(place) && isRecord(status) && hasTimes
}

/** Does nothing where unsupported. Ignores messages of other users and malformed ones. */
export const openLabChannel = (
  open: () => Channel | null,
  userId: UserKey,
  onMessage: (message: LabMessage) => void,
) => {
  let channel: Channel | null = null
  try {
    channel = open()
  } catch {
    // Not allowed in sandboxed frames.
  }
  if (channel)
    channel.onmessage = ({ data }) => {
      if (isMessage(data) && data.userId === userId) onMessage(data)
    }
  return {
    post: (message: LabMessage): void => channel?.postMessage(message),
    close: (): void => channel?.close(),
  }
}
