import type { QueryClient } from '@tanstack/react-query'
import type { CallOutcome } from '../api/api-health'
import { isClientError } from '../api/errors'
import type { Clock } from '../lib/clock'
import type { ServerClock } from '../lib/server-clock'
import { findUnknownExams, GROUP_OPERATION, observeGroupQueries } from './exam-cache-events'
import { getExamPollDelay, getExamRetryDelay } from './exam-poll-delay'
import type { ExamStore } from './exam-store'
import { getExamUpdate, type KnownExam } from './exam-update'
import { createPollLoop } from './poll-loop'
import type { Group } from './responses'

/** Only a documented detail counts; gateways use the same statuses. */
const isAccessRevoked = (error: unknown): boolean => isClientError(error) && error.detail !== undefined

export interface ExamPollerDeps {
  queryClient: QueryClient
  store: ExamStore
  clock: Clock
  serverClock: ServerClock
  isVisible: () => boolean
  /** Fetches a group once into the cache; read-only. */
  request: (groupId: number) => Promise<unknown>
  /** Subscribes to the outcome of all calls. */
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
const createSleepDetector = (clock: Clock, serverClock: ServerClock) => {
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
const createOutageDetector = ({ requestGroup: check, onChange }: OutageDetectorDeps) => {
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
    if (operation === GROUP_OPERATION) hasPollFailed = true
    if (failures <= TOLERATED_FAILURES) return
    if (hasPollFailed) onChange(true)
    else check()
  }
}

/**
 * Polls the running exam for all pages: each minute, at its end and on every return, in visible tabs only. Only the
 * server decides that it is over.
 */
export const createExamPoller = (deps: ExamPollerDeps) => {
  const { queryClient, store, clock, serverClock } = deps
  const sleep = createSleepDetector(clock, serverClock)
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
      if (isAccessRevoked(error) && polledGroupId !== null) handleRefusal(polledGroupId)
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
  const handleRefusal = (groupId: number) => {
    undecided = null
    if (store.get().groupId === groupId) store.setRefused(groupId)
    update()
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
  const discoverExams = async (groups: unknown) => {
    const unknown = findUnknownExams(queryClient, groups, serverClock.now()).filter(
      id => !checkedGroups.has(id),
    )
    for (const id of unknown) {
      if (isStopped || getTarget() !== null || !deps.isVisible()) return
      checkedGroups.add(id)
      await deps.request(id).catch(() => {})
    }
  }
  const scheduleDiscovery = (groups: unknown) => {
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
    observeGroupQueries(queryClient, { onGroup: handleGroup, onList: scheduleDiscovery }),
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
    onFocus: pollNow,
    /** The browser went offline. */
    onOffline(): void {
      if (store.get().groupId !== null) store.setUnreachable(true)
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
