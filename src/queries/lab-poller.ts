import type { QueryClient } from '@tanstack/react-query'
import type { Channel } from '../api/deps'
import { isClientError } from '../api/errors'
import type { Locks } from '../api/with-lock'
import type { Clock } from '../lib/clock'
import type { TaskRef } from '../lib/last-task'
import type { ServerClock } from '../lib/server-clock'
import type { UserKey } from '../lib/user-key'
import { type LabUpdate, observeLabQueries, patchStatuses } from './lab-cache-events'
import { getLabPollDelay, getLabRetryDelay } from './lab-poll-delay'
import { type LabMessage, openLabChannel, requestLeadership } from './lab-tabs'
import { clearStartClicks, recordStatus } from './lab-timing'
import { isSameTask, type LabTracker } from './lab-tracker'
import { type LabView, labState, toLabView } from './lab-view'
import { labStatusQuery } from './labs'
import { mergeLabStatus, setRequestTime } from './merge-lab-status'
import { createPollLoop, type PollLoop } from './poll-loop'

export interface LabPollerDeps {
  queryClient: QueryClient
  tracker: LabTracker
  userId: UserKey
  clock: Clock
  serverClock: ServerClock
  locks: () => Locks | null
  openChannel: () => Channel | null
  isVisible: () => boolean
  /** Fetches the status once into the cache. */
  request: (task: TaskRef) => Promise<unknown>
  /** The status of a known lab was updated. */
  onUpdate: (update: LabUpdate) => void
  /** Polls failed this many times in a row. */
  onFailure: (failures: number, error: unknown) => void
}

/** A response younger than this is not requested again. */
const FRESH_MS = 1000
/** A larger change between server and monotonic time means sleep or a changed clock. */
const CLOCK_JUMP_MS = 2000
/** Ignore another tab's response that is older than our last write, but not by more than a clock error. */
const MAX_MESSAGE_AGE_MS = 60_000

/** Polls at the pace of the lab's state, in one tab only and only while visible. */
const createLeaderPoll = (deps: LabPollerDeps, view: () => LabView) => {
  let task: TaskRef | null = null
  let loop: PollLoop | null = null
  let release = () => {}
  let updatedAt: number | null = null

  const start = (next: TaskRef) => {
    task = next
    const mine = createPollLoop({
      clock: deps.clock,
      request: () => deps.request(next),
      getDelay: (failures, error) =>
        failures > 0 ? getLabRetryDelay(failures, error) : getLabPollDelay(view()),
      onFailure: (failures, error) => {
        // The user has no access to this lab any more.
        if (isClientError(error)) deps.tracker.untrack(next)
        else deps.onFailure(failures, error)
      },
    })
    loop = mine
    release = requestLeadership(deps.locks(), () => {
      const age = updatedAt === null ? Number.POSITIVE_INFINITY : deps.clock.elapsed() - updatedAt
      mine.start(Math.max(0, (getLabPollDelay(view()) ?? 0) - age))
    })
  }
  const stop = () => {
    loop?.stop()
    release()
    loop = null
    task = null
  }
  return {
    task: () => task,
    isLeading: () => loop?.isRunning() === true,
    isFresh: () => updatedAt !== null && deps.clock.elapsed() - updatedAt < FRESH_MS,
    pollNow: () => loop?.pollNow(),
    onUpdate: () => {
      updatedAt = deps.clock.elapsed()
      loop?.restart()
    },
    /** The state may have changed while the tab was hidden. */
    markStale: () => {
      updatedAt = null
    },
    /** Polls the tracked lab while the tab is visible. */
    update: () => {
      const tracked = deps.tracker.get()
      const wanted = tracked?.isPolled && deps.isVisible() ? tracked.task : null
      if (isSameTask(wanted, task)) return
      if (task) stop()
      if (wanted) start(wanted)
    },
    stop,
  }
}

/**
 * Polls the one running lab for all pages and tabs: keeps the cache current, polls when the countdown ends or the clock
 * jumps, and never stops a lab.
 */
export const createLabPoller = (deps: LabPollerDeps) => {
  const { queryClient, tracker, userId, clock, serverClock } = deps
  let isApplyingMessage = false
  let isStopped = false
  /** When this tab last received the response to a start or stop, in server time. */
  let mutatedAt = 0
  let polledEnd: number | null = null
  let difference = serverClock.now() - clock.elapsed()

  const known = (task: TaskRef | null) =>
    task ? queryClient.getQueryData(labStatusQuery(task.groupId, task.taskId).queryKey) : undefined
  const view = () => toLabView(known(leaderPoll.task()), { now: serverClock.now() })
  const leaderPoll = createLeaderPoll(deps, view)

  const broadcast = (task: TaskRef, askedAt: number) => {
    const status = known(task)
    if (status) tabs.post({ type: 'answer', userId, place: task, status, askedAt, now: serverClock.now() })
  }
  const requestNow = () => {
    if (leaderPoll.isLeading()) leaderPoll.pollNow()
    else if (leaderPoll.task()) tabs.post({ type: 'ask', userId })
  }

  const handleUpdate = (update: LabUpdate) => {
    const { task, before, after, requestedAt, isManual } = update
    const state = labState(after)
    recordStatus(task, after)
    if (isSameTask(task, leaderPoll.task())) leaderPoll.onUpdate()
    if (state === 'off') tracker.untrack(task)
    else if (state !== 'unknown') tracker.track(task)
    // A ready lab is polled even if the user stopped waiting for its start: someone has to notice its end.
    if (state === 'ready') tracker.setPolled(true)
    if (labState(before) !== state) patchStatuses(queryClient, task, after)
    if (before) deps.onUpdate(update)
    if (isApplyingMessage) return
    if (isManual) mutatedAt = serverClock.now()
    broadcast(task, requestedAt)
  }

  /** Applies a status received from another tab. */
  const applyMessage = async ({ place: task, status, askedAt }: Extract<LabMessage, { type: 'answer' }>) => {
    const { queryKey } = labStatusQuery(task.groupId, task.taskId)
    const received = setRequestTime(status, clock.elapsed() - (serverClock.now() - askedAt))
    // Responses requested earlier are outdated.
    if (labState(status) !== labState(known(task))) await queryClient.cancelQueries({ queryKey })
    if (isStopped) return
    isApplyingMessage = true
    queryClient.setQueryData(queryKey, old => mergeLabStatus(old, received))
    isApplyingMessage = false
  }

  const handleMessage = (message: LabMessage) => {
    const task = leaderPoll.task()
    if (message.type === 'ask') {
      if (!task || !leaderPoll.isLeading()) return
      if (leaderPoll.isFresh()) broadcast(task, serverClock.now())
      else leaderPoll.pollNow()
      return
    }
    serverClock.syncTo(message.now)
    const age = mutatedAt - message.askedAt
    if (age > 0 && age < MAX_MESSAGE_AGE_MS) return
    void applyMessage(message)
  }

  const tick = () => {
    const current = serverClock.now() - clock.elapsed()
    const hasJumped = Math.abs(current - difference) > CLOCK_JUMP_MS
    difference = current
    const { left, expiresAt } = view()
    const isOver = left === 0 && expiresAt !== polledEnd
    if (isOver) polledEnd = expiresAt
    if (deps.isVisible() && (isOver || hasJumped)) requestNow()
  }

  const tabs = openLabChannel(deps.openChannel, userId, handleMessage)
  tracker.restore()
  const stops = [
    tracker.subscribe(leaderPoll.update),
    observeLabQueries(queryClient, serverClock, {
      onUpdate: handleUpdate,
      onRunning: ([first]) => first && !tracker.get() && tracker.track(first),
    }),
    clock.every(1000, tick),
  ]
  leaderPoll.update()

  return {
    pollNow: requestNow,
    onVisibility(): void {
      const isVisible = deps.isVisible()
      if (isVisible) leaderPoll.markStale()
      else clearStartClicks()
      leaderPoll.update()
      if (isVisible && leaderPoll.task()) tabs.post({ type: 'ask', userId })
    },
    onFocus(): void {
      if (deps.isVisible() && !leaderPoll.isFresh()) requestNow()
    },
    stop(): void {
      isStopped = true
      clearStartClicks()
      for (const stop of stops) stop()
      leaderPoll.stop()
      tabs.close()
      tracker.reset()
    },
  }
}
