import type { QueryClient } from '@tanstack/react-query'
import type { CallOutcome } from '../../api/api-health'
import {
  getAttemptRule,
  getCurrentAttempt,
  getRunningAttempt,
  toAttemptView,
  toKnownStatus,
} from '../../api/attempts'
import { getRetryAfterMs, isClientError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { type Group, type GroupSummary, getAttempts, getGroupPhase } from '../../api/responses'
import { backoff } from '../../lib/backoff'
import { clock } from '../../lib/clock'
import { MINUTE_MS } from '../../lib/durations'
import { createPollLoop } from '../../lib/poll-loop'
import type { ServerClock } from '../../lib/server-clock'
import { observeResponses } from './observe-responses'
import type { ExamStore } from './running-exam'

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
const getExamRetryDelay = (failures: number, error: unknown): number => {
  const step = backoff(failures - 1, 5000, 30_000)
  // biome-ignore lint/nursery/noJsRestrictedProperties: jitter
  return Math.max(getRetryAfterMs(error), step * (0.9 + Math.random() / 5))
}

/** Last known state of a running attempt; the end is server time in milliseconds. */
interface KnownExam {
  attemptId: number
  endsAt: number | null
}

/** Smaller differences are rounding. */
const MIN_SHIFT_MS = 1000

/**
 * Compares a response with the last known state of the exam: the running attempt, whether its end has moved, whether
 * its time is over, and whether the next status isn't known yet, so that polling goes on.
 * @param known null if only the group and end were restored after a reload
 * @param storedEnd the restored end, of an unknown attempt
 */
export const getExamUpdate = (known: KnownExam | null, group: Group, storedEnd: number | null = null) => {
  const attempt = getRunningAttempt(group)
  if (attempt) {
    const { id, endsAt, startedAt } = toAttemptView(attempt, 0)
    // The end of an earlier attempt.
    const validEnd = storedEnd !== null && storedEnd > (startedAt ?? 0) ? storedEnd : null
    const before = known?.attemptId === id ? known.endsAt : null
    const from = known ? before : validEnd
    const hasMoved = from !== null && endsAt !== null && Math.abs(endsAt - from) >= MIN_SHIFT_MS
    return {
      running: { attemptId: id, endsAt },
      moved: hasMoved ? { from, to: endsAt } : null,
      isOver: false,
      isUndecided: false,
    }
  }
  const last = known ? getAttempts(group).find(({ id }) => id === known.attemptId) : getCurrentAttempt(group)
  const status = last && toKnownStatus(last.status)
  const { step, stepState } = getAttemptRule(status)
  const isExamOver = step === 'report' || step === 'review' || (step === 'exam' && stepState === 'done')
  const hasResult = step === 'review' && stepState !== 'current'
  return {
    running: null,
    moved: null,
    // Don't report an exam that ended earlier, perhaps days ago.
    isOver: isExamOver && (known !== null || !hasResult),
    isUndecided: status === 'time_left' || status === 'unknown',
  }
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

/** Polls for all pages: each minute, at the end and on every return, in visible tabs. Only the server ends an exam. */
export const createExamPoller = (deps: ExamPollerDeps) => {
  const { queryClient, store, serverClock } = deps
  const sleep = createSleepDetector(serverClock)
  let known: KnownExam | null = null
  /** The time is over, and the next status isn't known yet. */
  let undecided: number | null = null
  let polledGroupId: number | null = null
  let updatedAt: number | null = null
  let isStopped = false

  /** Keep polling while the notice is shown: access may have been revoked by mistake. */
  const getRefusedGroup = () => {
    const { notice } = store.get()
    return notice?.kind === 'refused' ? notice.groupId : null
  }
  const getTarget = () => store.get().groupId ?? undecided ?? getRefusedGroup()
  const isRefused = () => getRefusedGroup() !== null && getTarget() === getRefusedGroup()
  const getDelay = () =>
    isRefused()
      ? REFUSED_DELAY_MS
      : getExamPollDelay(store.get().groupId !== null, known?.endsAt ?? null, serverClock.now())
  const getAge = () => (updatedAt === null ? Number.POSITIVE_INFINITY : clock.elapsed() - updatedAt)

  const loop = createPollLoop({
    clock,
    request: async () => polledGroupId !== null && deps.request(polledGroupId),
    getDelay: (failures, error) =>
      failures > 0 && !isRefused() ? getExamRetryDelay(failures, error) : getDelay(),
    onFailure: (_, error) => {
      if (!isAccessRevoked(error) || polledGroupId === null) return
      undecided = null
      if (store.get().groupId === polledGroupId) store.setRefused(polledGroupId)
      update()
    },
  })
  const pollNow = () => {
    if (getAge() >= FRESH_MS) loop.pollNow()
  }
  /** Polls the target group while the tab is visible. */
  const update = () => {
    const wanted = deps.isVisible() ? getTarget() : null
    if (wanted === polledGroupId) return
    loop.stop()
    polledGroupId = wanted
    if (wanted !== null) loop.start(Math.max(0, getDelay() - getAge()))
  }
  const handleGroup = (groupId: number, group: Group) => {
    const trackedId = store.get().groupId
    if (trackedId !== null && trackedId !== groupId) return
    const isTarget = groupId === getTarget()
    const { running, moved, isOver, isUndecided } = getExamUpdate(
      isTarget ? known : null,
      group,
      isTarget ? store.storedEnd(groupId) : null,
    )
    if (!running && !isTarget) return
    const wasTracked = trackedId !== null || getRefusedGroup() === groupId
    updatedAt = clock.elapsed()
    sleep.sync()
    undecided = isUndecided ? groupId : null
    if (running) {
      known = running
      store.track(groupId, running.endsAt)
      if (moved) store.notify({ kind: 'moved', groupId, ...moved })
    } else {
      store.untrack()
      if (isOver && wasTracked) store.notify({ kind: 'over', groupId })
      // Accessible again, but not running.
      else if (getRefusedGroup() === groupId) store.dismiss()
    }
    update()
    loop.restart()
  }

  let cancelDiscovery = () => {}
  const checkedGroups = new Set<number>()
  /** Finds an exam started on another device: uncached exams are fetched once. */
  const discoverExams = async (groups: readonly GroupSummary[]) => {
    for (const id of findUnknownExams(queryClient, groups, serverClock.now())) {
      if (isStopped || getTarget() !== null || !deps.isVisible()) return
      if (checkedGroups.has(id)) continue
      checkedGroups.add(id)
      await deps.request(id).catch(() => {})
    }
  }
  const scheduleDiscovery = (groups: readonly GroupSummary[]) => {
    cancelDiscovery()
    cancelDiscovery = clock.after(IDLE_DELAY_MS, () => void discoverExams(groups))
  }

  store.restore()
  const detectOutage = createOutageDetector({
    requestGroup: pollNow,
    onChange: isUnreachable => store.setUnreachable(isUnreachable && store.get().groupId !== null),
  })
  const stops = [
    store.subscribe(update),
    observeResponses(queryClient, ({ queryKey: [operation, options], state: { data } }) => {
      const id = (options as { params?: { path?: { id?: unknown } } } | undefined)?.params?.path?.id
      if (operation === 'getGroup' && typeof id === 'number') handleGroup(id, data as Group)
      else if (operation === 'listGroups' && Array.isArray(data)) scheduleDiscovery(data)
    }),
    deps.subscribeToCalls(detectOutage),
    // However recent the last response seems, because monotonic time may have paused.
    clock.every(1000, () => sleep.hasSlept() && loop.pollNow()),
  ]
  update()

  return {
    pollNow,
    /** The tab was shown or hidden, or another tab stored an exam. */
    onVisibility(): void {
      if (deps.isVisible()) {
        store.restore()
        if (getAge() >= FRESH_MS) updatedAt = null
      }
      update()
    },
    /** The browser went offline. Requests that fail now become the gap in the connection log. */
    onOffline(): void {
      if (store.get().groupId === null) return
      store.setUnreachable(true)
      loop.pollNow()
    },
    stop(): void {
      isStopped = true
      cancelDiscovery()
      for (const stop of stops) stop()
      loop.stop()
      store.reset()
    },
  }
}
