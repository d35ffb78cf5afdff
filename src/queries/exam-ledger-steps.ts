import type { CallOutcome } from '../api/api-health'
import type { LedgerEntry } from './exam-ledger-entries'

/** Events that change the log, in server time. */
export type LedgerEvent =
  | { type: 'call'; call: CallOutcome; task: number | null }
  /** The page couldn't observe the connection meanwhile. */
  | { type: 'away'; why: 'hidden' | 'asleep'; from: number; to: number }
  | { type: 'offline' | 'online' | 'opened'; at: number }

/** An entry without its attempt. */
export type LedgerNote = Omit<LedgerEntry, 'attempt'>

export interface LedgerState {
  /** Last response, or the end of the last absence; null at first. */
  reachableAt: number | null
  /** Failed calls in a row. */
  failures: number
  gap: LedgerNote | null
  offline: LedgerNote | null
  /** Calls that have failed and not yet succeeded, by operation and task. */
  failing: ReadonlySet<string>
  /** Number of entries created; part of the next id. */
  count: number
}

export const EMPTY_STATE: LedgerState = {
  reachableAt: null,
  failures: 0,
  gap: null,
  offline: null,
  failing: new Set(),
  count: 0,
}

/** A single failure may be anything. */
const FAILURES_BEFORE_GAP = 2

interface Step {
  state: LedgerState
  /** New or changed entries. */
  notes: LedgerNote[]
}

type CreateNote = (note: Omit<LedgerNote, 'id'>) => LedgerNote

const closeNote = ({ isOpen: _, ...note }: LedgerNote, to: number): LedgerNote => ({
  ...note,
  to: Math.max(note.from, to),
})

const isFlagSubmission = (operation: string): boolean => operation === 'post /pass_flag'

const getCallKey = (operation: string, task: number | null): string => `${operation} ${task ?? ''}`

const onFailure = (
  state: LedgerState,
  { call, task }: Extract<LedgerEvent, { type: 'call' }>,
  failure: NonNullable<CallOutcome['failure']>,
  createNote: CreateNote,
): Step => {
  const { operation, endedAt } = call
  const sentAt = Math.min(call.sentAt, endedAt)
  const key = getCallKey(operation, task)
  const note = createNote({
    kind: isFlagSubmission(operation) ? 'unsent' : 'failure',
    from: sentAt,
    to: endedAt,
    operation,
    failure: failure.kind,
    ...(failure.status !== undefined && { status: failure.status }),
    ...(task !== null && { task }),
    ...(state.failing.has(key) && { isAgain: true as const }),
  })
  const failures = state.failures + 1
  const heardAt = state.reachableAt ?? sentAt
  const from = Math.min(heardAt, endedAt)
  const gap =
    failures < FAILURES_BEFORE_GAP
      ? null
      : state.gap
        ? { ...state.gap, to: Math.max(state.gap.to, endedAt) }
        : createNote({ kind: 'gap', from, to: endedAt, isOpen: true })
  const failing = new Set([...state.failing, key])
  return {
    state: { ...state, reachableAt: heardAt, failures, gap, failing },
    notes: gap ? [note, gap] : [note],
  }
}

const onResponse = (
  state: LedgerState,
  { call, task }: Extract<LedgerEvent, { type: 'call' }>,
  make: CreateNote,
): Step => {
  const { operation, endedAt } = call
  const key = getCallKey(operation, task)
  const isRetry = state.failing.has(key)
  const notes = [
    ...(state.gap ? [closeNote(state.gap, Math.max(state.gap.to, endedAt))] : []),
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
  return { state: { ...state, reachableAt: endedAt, failures: 0, gap: null, failing }, notes }
}

/**
 * An absence ends the gap at its start, because the connection wasn't observed. The next failure continues the outage.
 */
const onReturn = (
  state: LedgerState,
  { why, from, to }: Extract<LedgerEvent, { type: 'away' }>,
  make: CreateNote,
): Step => {
  const end = Math.max(from, to)
  const note = make({ kind: why, from, to: end })
  const { gap } = state
  return {
    state: {
      ...state,
      reachableAt: Math.max(state.reachableAt ?? end, end),
      failures: gap ? state.failures : 0,
      gap: null,
    },
    notes: gap ? [closeNote(gap, Math.max(gap.to, Math.min(from, end))), note] : [note],
  }
}

/**
 * Reducer of the log; pure.
 * @param tab prefix of this tab's entry ids
 */
export const reduceLedger = (before: LedgerState, event: LedgerEvent, tab: string): Step => {
  let { count: made } = before
  const make: CreateNote = note => {
    made += 1
    return { ...note, id: `${tab}-${made}` }
  }
  const step = (): Step => {
    if (event.type === 'call') {
      const { failure } = event.call
      return failure ? onFailure(before, event, failure, make) : onResponse(before, event, make)
    }
    if (event.type === 'away') return onReturn(before, event, make)
    if (event.type === 'opened') {
      return { state: before, notes: [make({ kind: 'opened', from: event.at, to: event.at })] }
    }
    const { offline } = before
    if (event.type === 'online') {
      return { state: { ...before, offline: null }, notes: offline ? [closeNote(offline, event.at)] : [] }
    }
    if (offline) return { state: before, notes: [] }
    const note = make({ kind: 'offline', from: event.at, to: event.at, isOpen: true })
    return { state: { ...before, offline: note }, notes: [note] }
  }
  const { state, notes } = step()
  return { state: { ...state, count: made }, notes }
}
