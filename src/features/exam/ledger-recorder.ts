import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiHealth, type CallOutcome } from '../../api/api-health'
import { getRunningAttempt, toAttemptView } from '../../api/attempts'
import type { Group } from '../../api/responses'
import { clock } from '../../lib/clock'
import { type ServerClock, serverClock } from '../../lib/server-clock'
import { examLedger, type LedgerEntry, type LedgerStore, parseLedger } from './ledger'
import { observeResponses } from './observe-responses'

/** Events that change the log, in server time. */
export type LedgerEvent =
  | { type: 'call'; call: CallOutcome; task: number | null }
  /** The page couldn't observe the connection meanwhile. */
  | { type: 'away'; why: 'hidden' | 'asleep'; from: number; to: number }
  | { type: 'offline' | 'online' | 'opened'; at: number }

type CallEvent = Extract<LedgerEvent, { type: 'call' }>
type AwayEvent = Extract<LedgerEvent, { type: 'away' }>

type LedgerNote = Omit<LedgerEntry, 'attempt'>

interface LedgerState {
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

/** The new state, and new or changed entries. */
type Step = [state: LedgerState, ...notes: LedgerNote[]]

type CreateNote = (note: Omit<LedgerNote, 'id'>) => LedgerNote

const closeNote = ({ isOpen: _, ...note }: LedgerNote, to: number): LedgerNote => ({
  ...note,
  to: Math.max(note.from, to),
})

const reduceCall = (state: LedgerState, { call, task }: CallEvent, create: CreateNote): Step => {
  const { operation, endedAt, failure } = call
  const key = `${operation} ${task ?? ''}`
  const hasFailed = state.failing.has(key)
  const sentAt = Math.min(call.sentAt, endedAt)
  const facts = { from: sentAt, to: endedAt, operation, ...(task !== null && { task }) }
  const failing = new Set(state.failing)
  if (!failure) {
    failing.delete(key)
    const next = { ...state, reachableAt: endedAt, failures: 0, gap: null, failing }
    const closed = state.gap ? [closeNote(state.gap, Math.max(state.gap.to, endedAt))] : []
    // 'retry': a call that had failed succeeded.
    return [next, ...closed, ...(hasFailed ? [create({ ...facts, kind: 'retry' })] : [])]
  }
  const note = create({
    ...facts,
    kind: operation === 'submitFlags' ? 'unsent' : 'failure',
    failure: failure.kind,
    ...(failure.status !== undefined && { status: failure.status }),
    ...(hasFailed && { isAgain: true }),
  })
  failing.add(key)
  const reachableAt = state.reachableAt ?? sentAt
  const next = { ...state, reachableAt, failures: state.failures + 1, failing }
  if (next.failures < FAILURES_BEFORE_GAP) return [next, note]
  const gap = state.gap
    ? { ...state.gap, to: Math.max(state.gap.to, endedAt) }
    : create({ kind: 'gap', from: Math.min(reachableAt, endedAt), to: endedAt, isOpen: true })
  return [{ ...next, gap }, note, gap]
}

/** Ends the gap where the absence starts: the connection wasn't observed. The next failure continues the outage. */
const reduceAbsence = (state: LedgerState, { why, from, to }: AwayEvent, create: CreateNote): Step => {
  const end = Math.max(from, to)
  const note = create({ kind: why, from, to: end })
  const reachableAt = Math.max(state.reachableAt ?? end, end)
  const { gap } = state
  if (!gap) return [{ ...state, reachableAt, failures: 0 }, note]
  return [{ ...state, reachableAt, gap: null }, closeNote(gap, Math.max(gap.to, Math.min(from, end))), note]
}

const reduceEvent = (state: LedgerState, event: LedgerEvent, create: CreateNote): Step => {
  if (event.type === 'call') return reduceCall(state, event, create)
  if (event.type === 'away') return reduceAbsence(state, event, create)
  const { type, at } = event
  if (type === 'opened') return [state, create({ kind: 'opened', from: at, to: at })]
  const { offline } = state
  if (type === 'online') return offline ? [{ ...state, offline: null }, closeNote(offline, at)] : [state]
  if (offline) return [state]
  const note = create({ kind: 'offline', from: at, to: at, isOpen: true })
  return [{ ...state, offline: note }, note]
}

/** Reducer of the log; pure. `tab` is the prefix of this tab's entry ids. */
export const reduceLedger = (before: LedgerState, event: LedgerEvent, tab: string) => {
  let { count } = before
  const [state, ...notes] = reduceEvent(before, event, note => {
    count += 1
    return { ...note, id: `${tab}-${count}` }
  })
  return { state: { ...state, count }, notes }
}

interface LedgerRecorderDeps {
  queryClient: QueryClient
  apiHealth: Pick<typeof apiHealth, 'subscribe' | 'lastResponseAt'>
  serverClock: Pick<ServerClock, 'now'>
  store: LedgerStore
  /** Prefix of this page's entry ids; must be unique. */
  tab: string
  /** The window and its document. */
  events: EventTarget
  page: Pick<Document, 'visibilityState' | 'addEventListener'>
  isOnline: () => boolean
}

/** How often to check whether the device slept. */
const TICK_MS = 10_000
const MIN_ABSENCE_MS = 60_000
/** Entries recorded before the attempt is known, for example when the page is opened during an outage. */
const MAX_BUFFERED_NOTES = 50

/** Tasks of the flag submissions that are pending; null when unknown. Reads nothing else of their variables. */
const getPendingFlagTasks = (queryClient: QueryClient): (number | null)[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: ['submitFlags'], status: 'pending' })
    .map(({ state }) => {
      const variables = state.variables as { params?: { query?: { task_id?: unknown } } } | undefined
      const task = variables?.params?.query?.task_id
      return Number.isSafeInteger(task) ? (task as number) : null
    })

interface RecordedAttempt {
  id: number
  /** Hash of the group's query. */
  hash: string
  startedAt: number
}

/** Observes the group queries for the start and end of a running attempt. */
const observeRunningAttempt = (
  queryClient: QueryClient,
  onChange: (recorded: RecordedAttempt | null) => void,
): (() => void) => {
  let current: RecordedAttempt | null = null
  return observeResponses(queryClient, ({ queryKey, queryHash, state }: Query) => {
    if (queryKey[0] !== 'getGroup') return
    const attempt = getRunningAttempt(state.data as Group)
    if (attempt?.id === current?.id) return
    // Another group says nothing about this attempt.
    if (!attempt && queryHash !== current?.hash) return
    const startedAt = (attempt && toAttemptView(attempt, 0).startedAt) ?? 0
    current = attempt && { id: attempt.id, hash: queryHash, startedAt }
    onChange(current)
  })
}

/** Records when the page is hidden, offline or closed and when the device slept. */
const observePage = (
  { page, events, serverClock: { now }, isOnline }: LedgerRecorderDeps,
  record: (event: LedgerEvent) => void,
  onPageHide: () => void,
) => {
  let seenAt = now()
  let hiddenAt = page.visibilityState === 'hidden' ? seenAt : null
  const noteAbsence = (why: 'hidden' | 'asleep', from: number) => {
    seenAt = now()
    if (seenAt - from >= MIN_ABSENCE_MS) record({ type: 'away', why, from, to: seenAt })
  }
  const onVisibility = () => {
    if (page.visibilityState === 'hidden') {
      hiddenAt ??= now()
    } else if (hiddenAt !== null) {
      noteAbsence('hidden', hiddenAt)
      hiddenAt = null
    }
  }
  const onOffline = () => record({ type: 'offline', at: now() })
  const stopTicks = clock.every(TICK_MS, () => {
    // Timers of hidden pages are throttled, and the hidden time is recorded anyway.
    if (hiddenAt === null) noteAbsence('asleep', seenAt)
  })
  if (!isOnline()) onOffline()
  const life = new AbortController()
  const { signal } = life
  page.addEventListener('visibilitychange', onVisibility, { signal })
  events.addEventListener('offline', onOffline, { signal })
  events.addEventListener('online', () => record({ type: 'online', at: now() }), { signal })
  events.addEventListener('pagehide', onPageHide, { signal })
  return () => {
    stopTicks()
    life.abort()
  }
}

/**
 * Records the log of the running exam, without making calls. Starts with the first response that contains a running
 * attempt; also stores failures between the attempt's start and that response.
 */
export const recordExam = (deps: LedgerRecorderDeps): (() => void) => {
  const { queryClient, serverClock: server, store, tab } = deps
  const opened = clock.elapsed()
  let state = { ...EMPTY_STATE, reachableAt: deps.apiHealth.lastResponseAt() }
  let recorded: RecordedAttempt | null = null
  let buffered: LedgerNote[] = []
  let stopPage = () => {}
  let isOpenRecorded = false

  const save = (notes: readonly LedgerNote[], isLast = false) => {
    if (!recorded) {
      const ids = new Set(notes.map(({ id }) => id))
      buffered = [...buffered.filter(({ id }) => !ids.has(id)), ...notes].slice(-MAX_BUFFERED_NOTES)
      return
    }
    const { id: attempt, startedAt } = recorded
    const entries = notes
      .filter(({ to }) => to >= startedAt)
      .map(note => {
        const from = Math.round(Math.max(note.from, startedAt))
        return { ...note, from, to: Math.max(from, Math.round(note.to)), attempt }
      })
    if (isLast) store.commitNow(entries)
    else if (entries.length > 0) store.commit(entries)
  }
  const record = (event: LedgerEvent) => {
    const step = reduceLedger(state, event, tab)
    state = step.state
    save(step.notes)
  }

  const onPageHide = () => {
    const now = server.now()
    const failure = { kind: 'aborted', status: undefined } as const
    const call = { operation: 'submitFlags', sentAt: now, endedAt: now, failure } as const
    for (const task of getPendingFlagTasks(queryClient)) record({ type: 'call', call, task })
    save([], true)
  }

  /** Entries that another page left open; if it is still running, it reports them again. */
  const closeOpenEntries = (attempt: number) => {
    const { entries } = parseLedger(store.text())
    const left = entries.filter(one => one.attempt === attempt && one.isOpen && !one.id.startsWith(`${tab}-`))
    if (left.length > 0) store.commit(left.map(({ isOpen: _, ...entry }) => entry))
  }

  const startRecording = ({ id, startedAt }: RecordedAttempt) => {
    closeOpenEntries(id)
    save(buffered)
    buffered = []
    const openedAt = server.now() - (clock.elapsed() - opened)
    if (!isOpenRecorded && openedAt > startedAt) record({ type: 'opened', at: openedAt })
    isOpenRecorded = true
    stopPage = observePage(deps, record, onPageHide)
  }

  const stopRunning = observeRunningAttempt(queryClient, next => {
    if (recorded) {
      stopPage()
      record({ type: 'online', at: server.now() })
    }
    recorded = next
    if (next) startRecording(next)
  })
  const stopApiHealth = deps.apiHealth.subscribe(call => {
    const isFlag = call.operation === 'submitFlags'
    // The call doesn't name its task: with several pending submissions, naming one could be wrong.
    const [task, ...others] = isFlag ? new Set(getPendingFlagTasks(queryClient)) : []
    record({ type: 'call', call, task: others.length > 0 ? null : (task ?? null) })
  })

  return () => {
    stopRunning()
    stopApiHealth()
    stopPage()
    // Write nothing more: another user may be signed in.
    store.forget()
  }
}

const randomTabId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Mounted once per session: records the connection log of the running exam. Renders and requests nothing. */
export const LedgerRecorder = () => {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      recordExam({
        queryClient,
        apiHealth,
        serverClock,
        store: examLedger,
        tab: randomTabId(),
        events: window,
        page: document,
        isOnline: () => navigator.onLine,
      }),
    [queryClient],
  )
  return null
}
