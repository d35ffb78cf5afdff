import type { Query, QueryClient } from '@tanstack/react-query'
import type { contact } from '../api/contact'
import type { Attempt } from '../api/schema.gen'
import type { Clock } from '../lib/clock'
import { parseMoment } from '../lib/format'
import type { ServerClock } from '../lib/server-clock'
import type { Group } from './answers'
import { parseLedger } from './exam-ledger-entries'
import { emptyState, type LedgerEvent, type LedgerNote, ledgerStep } from './exam-ledger-steps'
import type { LedgerStore } from './exam-ledger-store'
import { runningAttempt } from './exam-view'

/** What the recorder takes from its surroundings. */
export interface LedgerRecorderDeps {
  queryClient: QueryClient
  contact: Pick<typeof contact, 'follow' | 'lastAt'>
  clock: Clock
  serverClock: Pick<ServerClock, 'now'>
  store: LedgerStore
  /** Begins the ids of this page's entries: no other page may have the same. */
  tab: string
  /** The window and its document. */
  events: EventTarget
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  isOnline: () => boolean
}

/** How often the clock is looked at, to see that the device slept. */
const period = 10_000
/** A page hidden, or a device asleep, for less is not worth a line: nobody takes it for an outage. */
const shortestAbsence = 60_000
/** What happened before it is known which attempt it belongs to, as when the page is opened during an outage. */
const mostEarly = 50

const flagPath = '/pass_flag'

/** The tasks of the flags whose answer is awaited, null where it cannot be told. Of what was sent only that is read. */
const pendingFlags = (queryClient: QueryClient): (number | null)[] =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: ['post', flagPath], status: 'pending' })
    .map(({ state }) => {
      const variables = state.variables as { params?: { query?: { task_id?: unknown } } } | undefined
      const task = variables?.params?.query?.task_id
      return Number.isSafeInteger(task) ? (task as number) : null
    })

const isGroup = ({ queryKey: [method, path] }: Query): boolean => method === 'get' && path === '/groups/{id}'

interface Attached {
  attempt: Attempt
  /** Of the group's query. */
  hash: string
  startedAt: number
}

const startOf = ({ started_at }: Attempt): number =>
  (typeof started_at === 'string' ? parseMoment(started_at) : null) ?? 0

/** Hears of the one attempt whose exam runs, by what the cache knows of groups, and of its end. */
const followRunning = (queryClient: QueryClient, on: (attached: Attached | null) => void): (() => void) => {
  let current: Attached | null = null
  const look = (query: Query): void => {
    if (!isGroup(query) || query.state.data === undefined) return
    const attempt = runningAttempt(query.state.data as Group)
    if (attempt?.id === current?.attempt.id) return
    // Another group without a running exam says nothing about this one.
    if (!attempt && query.queryHash !== current?.hash) return
    current = attempt && { attempt, hash: query.queryHash, startedAt: startOf(attempt) }
    on(current)
  }
  const cache = queryClient.getQueryCache()
  for (const query of cache.getAll()) look(query)
  return cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') look(event.query)
  })
}

/** Notes when the page is hidden, the device asleep or without a network, and when the page goes. */
const followPage = (deps: LedgerRecorderDeps, hear: (event: LedgerEvent) => void, leave: () => void) => {
  const { page, events, serverClock } = deps
  const now = () => serverClock.now()
  let seenAt = now()
  let hiddenAt = page.visibilityState === 'hidden' ? seenAt : null
  const noteAbsence = (why: 'hidden' | 'asleep', from: number) => {
    seenAt = now()
    if (seenAt - from >= shortestAbsence) hear({ type: 'away', why, from, to: seenAt })
  }
  const onVisibility = () => {
    if (page.visibilityState === 'hidden') {
      hiddenAt ??= now()
    } else if (hiddenAt !== null) {
      noteAbsence('hidden', hiddenAt)
      hiddenAt = null
    }
  }
  const onOffline = () => hear({ type: 'offline', at: now() })
  const onOnline = () => hear({ type: 'online', at: now() })
  const stopTicks = deps.clock.every(period, () => {
    // A hidden page is woken seldom, and that it is hidden is noted anyway.
    if (hiddenAt === null) noteAbsence('asleep', seenAt)
  })
  if (!deps.isOnline()) onOffline()
  page.addEventListener('visibilitychange', onVisibility)
  events.addEventListener('offline', onOffline)
  events.addEventListener('online', onOnline)
  events.addEventListener('pagehide', leave)
  return () => {
    stopTicks()
    page.removeEventListener('visibilitychange', onVisibility)
    events.removeEventListener('offline', onOffline)
    events.removeEventListener('online', onOnline)
    events.removeEventListener('pagehide', leave)
  }
}

/**
 * Keeps the ledger of the exam that runs, if one does: the recorder listens and never asks. It begins with the first answer
 * that tells of a running attempt, and what failed before that and after the attempt's start counts too.
 */
export const recordExam = (deps: LedgerRecorderDeps): (() => void) => {
  const { queryClient, clock, serverClock, store, tab } = deps
  const opened = clock.elapsed()
  let state = { ...emptyState, heardAt: deps.contact.lastAt() }
  let attached: Attached | null = null
  let early: LedgerNote[] = []
  let stopPage = () => {}
  let isOpeningNoted = false

  const keep = (notes: readonly LedgerNote[], isLast = false) => {
    if (!attached) {
      const ids = new Set(notes.map(({ id }) => id))
      early = [...early.filter(({ id }) => !ids.has(id)), ...notes].slice(-mostEarly)
      return
    }
    const { attempt, startedAt } = attached
    const entries = notes
      .filter(({ to }) => to >= startedAt)
      .map(note => {
        const from = Math.round(Math.max(note.from, startedAt))
        return { ...note, from, to: Math.max(from, Math.round(note.to)), attempt: attempt.id }
      })
    if (isLast) store.commitNow(entries)
    else if (entries.length > 0) store.commit(entries)
  }
  const hear = (event: LedgerEvent) => {
    const step = ledgerStep(state, event, tab)
    state = step.state
    keep(step.notes)
  }

  const leave = () => {
    const now = serverClock.now()
    const failure = { kind: 'aborted', status: undefined } as const
    for (const task of pendingFlags(queryClient)) {
      hear({
        type: 'call',
        call: { operation: `post ${flagPath}`, sentAt: now, endedAt: now, failure },
        task,
      })
    }
    keep([], true)
  }

  /** Whoever left an entry open is gone, or will say so again. */
  const settle = (attempt: number) => {
    const { entries } = parseLedger(store.text())
    const left = entries.filter(one => one.attempt === attempt && one.isOpen && !one.id.startsWith(`${tab}-`))
    if (left.length > 0) store.commit(left.map(({ isOpen: _, ...entry }) => entry))
  }

  const attach = (next: Attached) => {
    settle(next.attempt.id)
    keep(early)
    early = []
    const now = serverClock.now()
    const openedAt = now - (clock.elapsed() - opened)
    if (!isOpeningNoted && openedAt > next.startedAt) hear({ type: 'opened', at: openedAt })
    isOpeningNoted = true
    stopPage = followPage(deps, hear, leave)
  }

  const stopRunning = followRunning(queryClient, next => {
    if (attached) {
      stopPage()
      hear({ type: 'online', at: serverClock.now() })
    }
    attached = next
    if (next) attach(next)
  })
  const stopContact = deps.contact.follow(call => {
    const isFlag = call.operation === `post ${flagPath}`
    // The call does not say whose it is: where flags of several tasks wait, naming one would be false evidence.
    const [task, ...others] = isFlag ? new Set(pendingFlags(queryClient)) : []
    hear({ type: 'call', call, task: others.length > 0 ? null : (task ?? null) })
  })

  return () => {
    stopRunning()
    stopContact()
    stopPage()
    // Nothing is written any more: the next person may be here already.
    store.forget()
  }
}
