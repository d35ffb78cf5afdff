import type { Query, QueryClient } from '@tanstack/react-query'
import type { apiHealth } from '../api/api-health'
import type { Attempt } from '../api/schema.gen'
import type { Clock } from '../lib/clock'
import { parseMoment } from '../lib/format'
import type { ServerClock } from '../lib/server-clock'
import { parseLedger } from './exam-ledger-entries'
import { EMPTY_STATE, type LedgerEvent, type LedgerNote, reduceLedger } from './exam-ledger-steps'
import type { LedgerStore } from './exam-ledger-store'
import { getRunningAttempt } from './exam-view'
import type { Group } from './responses'

export interface LedgerRecorderDeps {
  queryClient: QueryClient
  contact: Pick<typeof apiHealth, 'subscribe' | 'lastResponseAt'>
  clock: Clock
  serverClock: Pick<ServerClock, 'now'>
  store: LedgerStore
  /** Prefix of this page's entry ids; must be unique. */
  tab: string
  /** The window and its document. */
  events: EventTarget
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  isOnline: () => boolean
}

/** How often to check whether the device slept. */
const TICK_MS = 10_000
/** Shorter absences are not recorded. */
const MIN_ABSENCE_MS = 60_000
/** Entries recorded before the attempt is known, for example when the page is opened during an outage. */
const MAX_BUFFERED_NOTES = 50

const FLAG_PATH = '/pass_flag'

/** Tasks of the flag submissions that are pending; null when unknown. Reads nothing else of their variables. */
const getPendingFlagTasks = (queryClient: QueryClient): (number | null)[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: ['post', FLAG_PATH], status: 'pending' })
    .map(({ state }) => {
      const variables = state.variables as { params?: { query?: { task_id?: unknown } } } | undefined
      const task = variables?.params?.query?.task_id
      return Number.isSafeInteger(task) ? (task as number) : null
    })

const isGroup = ({ queryKey: [method, path] }: Query): boolean => method === 'get' && path === '/groups/{id}'

interface RecordedAttempt {
  attempt: Attempt
  /** Hash of the group's query. */
  hash: string
  startedAt: number
}

const getStart = ({ started_at }: Attempt): number =>
  (typeof started_at === 'string' ? parseMoment(started_at) : null) ?? 0

/** Observes the group queries for the start and end of a running attempt. */
const observeRunningAttempt = (
  queryClient: QueryClient,
  on: (recorded: RecordedAttempt | null) => void,
): (() => void) => {
  let current: RecordedAttempt | null = null
  const check = (query: Query): void => {
    if (!isGroup(query) || query.state.data === undefined) return
    const attempt = getRunningAttempt(query.state.data as Group)
    if (attempt?.id === current?.attempt.id) return
    // Another group says nothing about this attempt.
    if (!attempt && query.queryHash !== current?.hash) return
    current = attempt && { attempt, hash: query.queryHash, startedAt: getStart(attempt) }
    on(current)
  }
  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) check(query)
  return cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') check(event.query)
  })
}

/** Records when the page is hidden, offline or closed and when the device slept. */
const observePage = (
  deps: LedgerRecorderDeps,
  record: (event: LedgerEvent) => void,
  onPageHide: () => void,
) => {
  const { page, events, serverClock } = deps
  const now = () => serverClock.now()
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
  const onOnline = () => record({ type: 'online', at: now() })
  const stopTicks = deps.clock.every(TICK_MS, () => {
    // Timers of hidden pages are throttled, and the hidden time is recorded anyway.
    if (hiddenAt === null) noteAbsence('asleep', seenAt)
  })
  if (!deps.isOnline()) onOffline()
  page.addEventListener('visibilitychange', onVisibility)
  events.addEventListener('offline', onOffline)
  events.addEventListener('online', onOnline)
  events.addEventListener('pagehide', onPageHide)
  return () => {
    stopTicks()
    page.removeEventListener('visibilitychange', onVisibility)
    events.removeEventListener('offline', onOffline)
    events.removeEventListener('online', onOnline)
    events.removeEventListener('pagehide', onPageHide)
  }
}

/**
 * Records the log of the running exam, without making calls. Starts with the first response that contains a running
 * attempt; also stores failures between the attempt's start and that response.
 */
export const recordExam = (deps: LedgerRecorderDeps): (() => void) => {
  const { queryClient, clock, serverClock, store, tab } = deps
  const opened = clock.elapsed()
  let state = { ...EMPTY_STATE, reachableAt: deps.contact.lastResponseAt() }
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
    const { attempt, startedAt } = recorded
    const entries = notes
      .filter(({ to }) => to >= startedAt)
      .map(note => {
        const from = Math.round(Math.max(note.from, startedAt))
        return { ...note, from, to: Math.max(from, Math.round(note.to)), attempt: attempt.id }
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
    const now = serverClock.now()
    const failure = { kind: 'aborted', status: undefined } as const
    for (const task of getPendingFlagTasks(queryClient)) {
      record({
        type: 'call',
        call: { operation: `post ${FLAG_PATH}`, sentAt: now, endedAt: now, failure },
        task,
      })
    }
    save([], true)
  }

  /** Entries that another page left open; if it is still running, it reports them again. */
  const closeOpenEntries = (attempt: number) => {
    const { entries } = parseLedger(store.text())
    const left = entries.filter(one => one.attempt === attempt && one.isOpen && !one.id.startsWith(`${tab}-`))
    if (left.length > 0) store.commit(left.map(({ isOpen: _, ...entry }) => entry))
  }

  const startRecording = (next: RecordedAttempt) => {
    closeOpenEntries(next.attempt.id)
    save(buffered)
    buffered = []
    const now = serverClock.now()
    const openedAt = now - (clock.elapsed() - opened)
    if (!isOpenRecorded && openedAt > next.startedAt) record({ type: 'opened', at: openedAt })
    isOpenRecorded = true
    stopPage = observePage(deps, record, onPageHide)
  }

  const stopRunning = observeRunningAttempt(queryClient, next => {
    if (recorded) {
      stopPage()
      record({ type: 'online', at: serverClock.now() })
    }
    recorded = next
    if (next) startRecording(next)
  })
  const stopContact = deps.contact.subscribe(call => {
    const isFlag = call.operation === `post ${FLAG_PATH}`
    // The call doesn't name its task: with several pending submissions, naming one could be wrong.
    const [task, ...others] = isFlag ? new Set(getPendingFlagTasks(queryClient)) : []
    record({ type: 'call', call, task: others.length > 0 ? null : (task ?? null) })
  })

  return () => {
    stopRunning()
    stopContact()
    stopPage()
    // Write nothing more: another user may be signed in.
    store.forget()
  }
}
