import type { ContactEvent } from '../api/contact'
import type { LedgerEntry } from './exam-ledger-entries'

/** What happens around an exam's connection, by the server's clock. */
export type LedgerEvent =
  | { type: 'call'; call: ContactEvent; task: number | null }
  /** Nobody could be heard meanwhile, and that says nothing about the connection. */
  | { type: 'away'; why: 'hidden' | 'asleep'; from: number; to: number }
  | { type: 'offline' | 'online' | 'opened'; at: number }

/** An entry before it belongs to an attempt. */
export type LedgerNote = Omit<LedgerEntry, 'attempt'>

export interface LedgerState {
  /** When the platform was last heard, or could be heard again after an absence; null at first. */
  heardAt: number | null
  /** Calls without an answer, in a row. */
  failures: number
  gap: LedgerNote | null
  offline: LedgerNote | null
  /** The calls that had no answer yet, by operation and task. */
  failing: ReadonlySet<string>
  /** How many entries were made: part of the next one's id. */
  made: number
}

export const emptyState: LedgerState = {
  heardAt: null,
  failures: 0,
  gap: null,
  offline: null,
  failing: new Set(),
  made: 0,
}

/** One failed call may be anything; from the second in a row on the connection counts as lost. */
const failuresOfGap = 2

interface Step {
  state: LedgerState
  /** New or changed entries. */
  notes: LedgerNote[]
}

type Make = (note: Omit<LedgerNote, 'id'>) => LedgerNote

const closed = ({ isOpen: _, ...note }: LedgerNote, to: number): LedgerNote => ({
  ...note,
  to: Math.max(note.from, to),
})

const isFlag = (operation: string): boolean => operation === 'post /pass_flag'

const keyOf = (operation: string, task: number | null): string => `${operation} ${task ?? ''}`

const failed = (
  state: LedgerState,
  { call, task }: Extract<LedgerEvent, { type: 'call' }>,
  failure: NonNullable<ContactEvent['failure']>,
  make: Make,
): Step => {
  const { operation, endedAt } = call
  const sentAt = Math.min(call.sentAt, endedAt)
  const key = keyOf(operation, task)
  const note = make({
    kind: isFlag(operation) ? 'unsent' : 'failure',
    from: sentAt,
    to: endedAt,
    operation,
    failure: failure.kind,
    ...(failure.status !== undefined && { status: failure.status }),
    ...(task !== null && { task }),
    ...(state.failing.has(key) && { isAgain: true as const }),
  })
  const failures = state.failures + 1
  const heardAt = state.heardAt ?? sentAt
  const from = Math.min(heardAt, endedAt)
  const gap =
    failures < failuresOfGap
      ? null
      : state.gap
        ? { ...state.gap, to: Math.max(state.gap.to, endedAt) }
        : make({ kind: 'gap', from, to: endedAt, isOpen: true })
  const failing = new Set([...state.failing, key])
  return { state: { ...state, heardAt, failures, gap, failing }, notes: gap ? [note, gap] : [note] }
}

const answered = (
  state: LedgerState,
  { call, task }: Extract<LedgerEvent, { type: 'call' }>,
  make: Make,
): Step => {
  const { operation, endedAt } = call
  const key = keyOf(operation, task)
  const isRetry = state.failing.has(key)
  const notes = [
    ...(state.gap ? [closed(state.gap, Math.max(state.gap.to, endedAt))] : []),
    ...(isRetry
      ? [
          make({
            kind: 'retry',
            from: Math.min(call.sentAt, endedAt),
            to: endedAt,
            operation,
            ...(task !== null && { task }),
          }),
        ]
      : []),
  ]
  const failing = isRetry ? new Set([...state.failing].filter(one => one !== key)) : state.failing
  return { state: { ...state, heardAt: endedAt, failures: 0, gap: null, failing }, notes }
}

/** An absence ends a gap where it begins: what could not be heard was not lost. An outage goes on with its next failure. */
const returned = (
  state: LedgerState,
  { why, from, to }: Extract<LedgerEvent, { type: 'away' }>,
  make: Make,
): Step => {
  const end = Math.max(from, to)
  const note = make({ kind: why, from, to: end })
  const { gap } = state
  return {
    state: {
      ...state,
      heardAt: Math.max(state.heardAt ?? end, end),
      failures: gap ? state.failures : 0,
      gap: null,
    },
    notes: gap ? [closed(gap, Math.max(gap.to, Math.min(from, end))), note] : [note],
  }
}

/**
 * What one event adds to the ledger. Pure: the same events make the same entries.
 * @param tab begins the ids of this tab's entries
 */
export const ledgerStep = (before: LedgerState, event: LedgerEvent, tab: string): Step => {
  let { made } = before
  const make: Make = note => {
    made += 1
    return { ...note, id: `${tab}-${made}` }
  }
  const step = (): Step => {
    if (event.type === 'call') {
      const { failure } = event.call
      return failure ? failed(before, event, failure, make) : answered(before, event, make)
    }
    if (event.type === 'away') return returned(before, event, make)
    if (event.type === 'opened') {
      return { state: before, notes: [make({ kind: 'opened', from: event.at, to: event.at })] }
    }
    const { offline } = before
    if (event.type === 'online') {
      return { state: { ...before, offline: null }, notes: offline ? [closed(offline, event.at)] : [] }
    }
    if (offline) return { state: before, notes: [] }
    const note = make({ kind: 'offline', from: event.at, to: event.at, isOpen: true })
    return { state: { ...before, offline: note }, notes: [note] }
  }
  const { state, notes } = step()
  return { state: { ...state, made }, notes }
}
