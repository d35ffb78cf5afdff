import type { QueryClient } from '@tanstack/react-query'
import type { CallOutcome } from '../../api/api-health'
import { contradictsTime, getRunningAttempt, toAttemptView } from '../../api/attempts'
import { getRetryAfterMs, isClientError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { type Group, type GroupSummary, getGroupPhase } from '../../api/responses'
import { backoff } from '../../lib/backoff'
import { clock } from '../../lib/clock'
import { MINUTE_MS } from '../../lib/durations'
import { createPollLoop } from '../../lib/poll-loop'
import type { ServerClock } from '../../lib/server-clock'
import { type ExamStore, getPolledGroup, isRefused, reduceExam } from './exam-state'
import { observeResponses } from './observe-responses'

/** Limits the requests caused by a long list. */
const MAX_EXAMS = 3

/** Running exams of a list that aren't cached: one of them may have been started on another device. */
const findUnknownExams = (queryClient: QueryClient, groups: readonly GroupSummary[], now: number): number[] =>
  groups
    .filter(group => group.is_exam && getGroupPhase(group, now) === 'running')
    .map(({ id }) => id)
    .filter(id => {
      const state = queryClient.getQueryState(groupQuery(id).queryKey)
      return state?.data === undefined && state?.status !== 'error'
    })
    .slice(0, MAX_EXAMS)

/** More than the clocks can differ, so that one request is enough. */
const AFTER_END_MS = 500
/** After the end: at first, and after the first minute. */
const URGENT_POLL_MS = 10_000
const IDLE_POLL_MS = 30_000

/**
 * Milliseconds until the next poll of a group with a running exam: each minute and right at its end. After the end the
 * server decides (E09).
 * @param isRunning according to the last response
 * @param endsAt server time, null when unknown
 */
export const getExamPollDelay = (isRunning: boolean, endsAt: number | null, now: number): number => {
  const left = endsAt === null ? null : endsAt - now
  if (isRunning && (left === null || left > 0)) return Math.min(MINUTE_MS, (left ?? MINUTE_MS) + AFTER_END_MS)
  return left !== null && Math.abs(left) < MINUTE_MS ? URGENT_POLL_MS : IDLE_POLL_MS
}

/** Milliseconds after failures in a row, with jitter and at least Retry-After. */
export const getExamRetryDelay = (failures: number, error: unknown): number => {
  const step = backoff(failures - 1, 5000, 30_000)
  // biome-ignore lint/nursery/noJsRestrictedProperties: jitter
  return Math.max(getRetryAfterMs(error), step * (0.9 + Math.random() / 5))
}

/** Only a documented detail counts; gateways use the same statuses. */
const isAccessRevoked = (error: unknown): boolean => isClientError(error) && error.detail !== undefined

interface ExamPollerDeps {
  queryClient: QueryClient
  store: ExamStore
  serverClock: ServerClock
  isVisible: () => boolean
  /** Fetches a group once into the cache; read-only. */
  request: (groupId: number) => Promise<unknown>
  subscribeToCalls: (listener: (event: CallOutcome) => void) => () => void
}

/** A response younger than this is not requested again. */
const FRESH_MS = 1000
/** A larger change between server and monotonic time means sleep or a changed clock. */
const CLOCK_JUMP_MS = 2000
/** A one-second tick delayed by more than this means sleep. */
const SLEEP_MS = 5000
/** How often a revoked exam is requested. */
const REFUSED_DELAY_MS = 60_000
/** Lets the visible page load first. */
const IDLE_DELAY_MS = 3000

/** Detects sleep and clock changes by a tick each second. */
const createSleepDetector = (serverClock: ServerClock) => {
  const difference = () => serverClock.now() - clock.elapsed()
  let known = difference()
  let tickedAt = clock.elapsed()
  const sync = () => {
    known = difference()
    tickedAt = clock.elapsed()
  }
  return {
    sync,
    hasSlept: (): boolean => {
      const hasSlept = Math.abs(difference() - known) > CLOCK_JUMP_MS || clock.elapsed() - tickedAt > SLEEP_MS
      sync()
      return hasSlept
    },
  }
}

/** One lost response is not reported. */
const TOLERATED_FAILURES = 1

interface OutageDetectorDeps {
  /** Requests the group, to tell an outage from a failure of one operation. */
  requestGroup: () => void
  onChange: (isUnreachable: boolean) => void
}

/** Detects an outage from the outcomes of all calls; failures of other operations are verified with the group. */
const createOutageDetector = ({ requestGroup, onChange }: OutageDetectorDeps) => {
  let failures = 0
  let hasPollFailed = false
  return ({ operation, failure }: CallOutcome): void => {
    if (!failure) {
      failures = 0
      hasPollFailed = false
      onChange(false)
      return
    }
    failures += 1
    if (operation === 'getGroup') hasPollFailed = true
    if (failures <= TOLERATED_FAILURES) return
    if (hasPollFailed) onChange(true)
    else requestGroup()
  }
}

/** Finds an exam started on another device: uncached exams of a list are fetched once, when idle. */
const createDiscovery = ({ queryClient, store, serverClock, isVisible, request }: ExamPollerDeps) => {
  const checkedGroups = new Set<number>()
  let cancel = () => {}
  let isStopped = false
  const discover = async (groups: readonly GroupSummary[]) => {
    for (const id of findUnknownExams(queryClient, groups, serverClock.now())) {
      if (isStopped || getPolledGroup(store.get()) !== null || !isVisible()) return
      if (checkedGroups.has(id)) continue
      checkedGroups.add(id)
      await request(id).catch(() => {})
    }
  }
  return {
    schedule(groups: readonly GroupSummary[]): void {
      cancel()
      cancel = clock.after(IDLE_DELAY_MS, () => void discover(groups))
    },
    stop(): void {
      isStopped = true
      cancel()
    },
  }
}

/** Polls for all pages: each minute, at the end and on every return, in visible tabs. Only the server ends an exam. */
export const createExamPoller = (deps: ExamPollerDeps) => {
  const { queryClient, store, serverClock } = deps
  const sleep = createSleepDetector(serverClock)
  const discovery = createDiscovery(deps)
  let polledGroupId: number | null = null
  let updatedAt = Number.NEGATIVE_INFINITY

  const getDelay = () => {
    const { groupId, known } = store.get()
    return isRefused(store.get())
      ? REFUSED_DELAY_MS
      : getExamPollDelay(groupId !== null, known?.endsAt ?? null, serverClock.now())
  }
  const getAge = () => clock.elapsed() - updatedAt
  const loop = createPollLoop({
    clock,
    request: async () => polledGroupId !== null && deps.request(polledGroupId),
    getDelay: (failures, error) =>
      failures > 0 && !isRefused(store.get()) ? getExamRetryDelay(failures, error) : getDelay(),
    onFailure: (_, error) => {
      if (isAccessRevoked(error) && polledGroupId !== null)
        store.dispatch({ kind: 'refused', groupId: polledGroupId })
    },
  })
  const pollNow = () => {
    if (getAge() >= FRESH_MS) loop.pollNow()
  }
  /** Polls the group of the exam while the tab is visible. */
  const update = () => {
    const wanted = deps.isVisible() ? getPolledGroup(store.get()) : null
    if (wanted === polledGroupId) return
    loop.stop()
    polledGroupId = wanted
    if (wanted !== null) loop.start(Math.max(0, getDelay() - getAge()))
  }
  const handleGroup = (groupId: number, group: Group) => {
    const event = { kind: 'answered', groupId, group } as const
    if (reduceExam(store.get(), event) === store.get()) return
    const attempt = getRunningAttempt(group)
    const answeredAt = serverClock.now()
    serverClock.setContradicted(attempt !== null && contradictsTime(toAttemptView(attempt, 0), answeredAt))
    updatedAt = clock.elapsed()
    sleep.sync()
    store.dispatch(event)
    loop.restart()
  }

  store.restore()
  const detectOutage = createOutageDetector({
    requestGroup: pollNow,
    onChange: isUnreachable => store.dispatch({ kind: isUnreachable ? 'cutOff' : 'reached' }),
  })
  const stops = [
    store.subscribe(update),
    observeResponses(queryClient, ({ queryKey: [operation, options], state: { data } }) => {
      const id = (options as { params?: { path?: { id?: unknown } } } | undefined)?.params?.path?.id
      if (operation === 'getGroup' && typeof id === 'number') handleGroup(id, data as Group)
      else if (operation === 'listGroups' && Array.isArray(data)) discovery.schedule(data)
    }),
    deps.subscribeToCalls(detectOutage),
    // However recent the last response seems, because monotonic time may have paused.
    clock.every(1000, () => sleep.hasSlept() && loop.pollNow()),
    discovery.stop,
  ]
  update()

  return {
    pollNow,
    /** The tab was shown or hidden, or another tab stored an exam. */
    onVisibility(): void {
      if (deps.isVisible()) {
        store.restore()
        if (getAge() >= FRESH_MS) updatedAt = Number.NEGATIVE_INFINITY
      }
      update()
    },
    /** The browser went offline. Requests that fail now become the gap in the connection log. */
    onOffline(): void {
      if (store.get().groupId === null) return
      store.dispatch({ kind: 'cutOff' })
      loop.pollNow()
    },
    stop(): void {
      for (const stop of stops) stop()
      loop.stop()
      serverClock.setContradicted(false)
      store.dispatch({ kind: 'left' })
    },
  }
}
