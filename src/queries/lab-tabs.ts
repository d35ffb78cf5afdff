import type { Channel } from '../api/deps'
import type { LabStatus } from '../api/schema.gen'
import type { Locks } from '../api/with-lock'
import type { TaskPlace } from '../lib/last-task'
import type { UserKey } from '../lib/user-key'

const lockName = 'flagship.lab-poll'

/**
 * Asks to be the one tab that polls; `lead` is called when this one is it. Where locks are absent or refused, every tab
 * that asks is. The returned function gives the turn to the next tab.
 */
export const takeTurn = (locks: Locks | null, lead: () => void): (() => void) => {
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
  locks.request(lockName, { signal: waiting.signal }, hold).catch(() => {
    // A sandboxed document may not ask for locks at all.
    if (!waiting.signal.aborted) lead()
  })
  return () => {
    waiting.abort()
    free()
  }
}

/** What the tabs of one person tell each other about labs. It never leaves the browser. */
export type LabMessage =
  /** An answer of the server, with the server's time when it was asked for and when it was told on. */
  | { type: 'answer'; userId: UserKey; place: TaskPlace; status: LabStatus; askedAt: number; now: number }
  /** A tab without the turn wants to know what is true now. */
  | { type: 'ask'; userId: UserKey }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isPlace = (value: unknown): value is TaskPlace =>
  isRecord(value) && Number.isSafeInteger(value.groupId) && Number.isSafeInteger(value.taskId)

const isMessage = (value: unknown): value is LabMessage => {
  if (!isRecord(value) || !['number', 'string'].includes(typeof value.userId)) return false
  if (value.type === 'ask') return true
  const { type, place, status, askedAt, now } = value
  const hasTimes = Number.isFinite(askedAt) && Number.isFinite(now)
  return type === 'answer' && isPlace(place) && isRecord(status) && hasTimes
}

/** The person's other tabs; where there is no channel each tab is on its own. Foreign and broken messages are not heard. */
export const openLabTabs = (
  open: () => Channel | null,
  userId: UserKey,
  onMessage: (message: LabMessage) => void,
) => {
  let channel: Channel | null = null
  try {
    channel = open()
  } catch {
    // Refused to sandboxed frames.
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
