import type { Query, QueryClient } from '@tanstack/react-query'
import type { LabStatus } from '../../../packages/contract/schema.gen'
import { areTasksClosed } from '../../api/attempts'
import type { Channel } from '../../api/deps'
import { getRetryAfterMs, isClientError } from '../../api/errors'
import { groupListQuery, groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import type { TaskStatus } from '../../api/responses'
import { formatTaskRef, isSameTask, type TaskRef } from '../../api/task-ref'
import type { Locks } from '../../api/with-lock'
import { backoff } from '../../lib/backoff'
import { clock } from '../../lib/clock'
import { isRecord } from '../../lib/is-record'
import { createPollLoop, type PollLoop } from '../../lib/poll-loop'
import type { ServerClock } from '../../lib/server-clock'
import type { UserKey } from '../../lib/user'
import { clearStartClicks, type LabTracker, recordStatus } from './lab-storage'
import { labStatusQuery } from './labs'
import { isLabRunning, type LabView, labState, mergeLabStatus, setRequestTime, toLabView } from './model'

const QUICK_MS = 2000
const SLOWER_MS = 5000
const IDLE_POLL_MS = 10_000
/** After this time, a start is polled less often. */
const QUICK_FOR_SECONDS = 30
/** More than the clocks can differ, so that one request is enough. */
const AFTER_END_MS = 500

/** Milliseconds until the next poll; null when nothing will change. */
export const getLabPollDelay = (view: Pick<LabView, 'state' | 'elapsed' | 'left'>): number | null => {
  if (view.state === 'off') return null
  if (view.state === 'starting')
    return (view.elapsed ?? QUICK_FOR_SECONDS) < QUICK_FOR_SECONDS ? QUICK_MS : SLOWER_MS
  if (view.state === 'ready' && view.left !== null && view.left > 0)
    return Math.min(IDLE_POLL_MS, view.left * 1000 + AFTER_END_MS)
  return IDLE_POLL_MS
}

const MAX_BACKOFF_MS = 60_000

/** Milliseconds after failures in a row: exponential backoff with jitter, capped, at least Retry-After (T05). */
export const getLabRetryDelay = (
  failures: number,
  error: unknown,
  // biome-ignore lint/nursery/noJsRestrictedProperties: jitter, which tests choose
  random: number = Math.random(),
): number => {
  const step = backoff(failures, QUICK_MS, MAX_BACKOFF_MS)
  return Math.max(getRetryAfterMs(error), step * (0.5 + random / 2))
}

export interface LabPollerDeps {
  queryClient: QueryClient
  tracker: LabTracker
  userId: UserKey
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
  let updatedAt = Number.NEGATIVE_INFINITY

  const getAge = () => clock.elapsed() - updatedAt
  const start = (next: TaskRef) => {
    task = next
    const mine = createPollLoop({
      clock,
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
      mine.start(Math.max(0, (getLabPollDelay(view()) ?? 0) - getAge()))
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
    isFresh: () => getAge() < FRESH_MS,
    pollNow: () => loop?.pollNow(),
    onUpdate: () => {
      updatedAt = clock.elapsed()
      loop?.restart()
    },
    /** The state may have changed while the tab was hidden. */
    markStale: () => {
      updatedAt = Number.NEGATIVE_INFINITY
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

/** Polls the one running lab for all pages and tabs, at the end of its countdown and after clock jumps; never stops it. */
export const createLabPoller = (deps: LabPollerDeps) => {
  const { queryClient, tracker, userId, serverClock } = deps
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
      onRunning: task => !tracker.get() && tracker.track(task),
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

/** A change of a lab's status in the query cache. */
export interface LabUpdate {
  task: TaskRef
  before: LabStatus | undefined
  after: LabStatus
  /** Server time. */
  requestedAt: number
  /** Set by a mutation or another tab, not fetched. */
  isManual: boolean
}

interface Listeners {
  onUpdate: (update: LabUpdate) => void
  /** A running lab according to a group's statuses. */
  onRunning: (task: TaskRef) => void
}

type KeyPart = { params?: { query?: { group_id?: unknown; task_id?: unknown }; path?: { id?: unknown } } }

const getTaskRef = ([operation, part]: readonly unknown[]): TaskRef | null => {
  const { group_id, task_id } = (part as KeyPart | undefined)?.params?.query ?? {}
  const isStatus = operation === 'getLabStatus'
  return isStatus && typeof group_id === 'number' && typeof task_id === 'number'
    ? { groupId: group_id, taskId: task_id }
    : null
}

const getGroupId = ([operation, part]: readonly unknown[]): number | null => {
  const id = (part as KeyPart | undefined)?.params?.path?.id
  const isGroup = operation === 'getGroup' || operation === 'listTaskStatuses'
  return isGroup && typeof id === 'number' ? id : null
}

/** None of an exam without a running attempt: its statuses may still name a lab, but access is denied. */
const findRunningLab = (queryClient: QueryClient, groupId: number): TaskRef | null => {
  const group =
    queryClient.getQueryData(groupQuery(groupId).queryKey) ??
    queryClient.getQueryData(groupListQuery().queryKey)?.find(({ id }) => id === groupId)
  if (!group || areTasksClosed(group)) return null
  const statuses = queryClient.getQueryData(taskStatusesQuery(groupId).queryKey)
  const running = statuses?.find(({ lab_status }) => isLabRunning({ status: lab_status }))
  return running ? { groupId, taskId: running.task_id } : null
}

/** Observes all lab statuses in the query cache. Returns the unsubscribe function. */
const observeLabQueries = (queryClient: QueryClient, serverClock: ServerClock, on: Listeners) => {
  const cache = queryClient.getQueryCache()
  const known = new Map<string, LabStatus>()
  const requestTimes = new Map<string, number>()
  const check = (query: Query, isManual: boolean) => {
    const groupId = getGroupId(query.queryKey)
    const running = groupId === null ? null : findRunningLab(queryClient, groupId)
    if (running) on.onRunning(running)
    const task = getTaskRef(query.queryKey)
    const after = query.state.data as LabStatus | undefined
    if (!task || !after) return
    const key = formatTaskRef(task)
    const before = known.get(key)
    known.set(key, after)
    const requestedAt = (isManual ? undefined : requestTimes.get(key)) ?? serverClock.now()
    on.onUpdate({ task, before, after, requestedAt, isManual })
  }
  for (const query of cache.getAll()) check(query, false)
  return cache.subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const task = getTaskRef(query.queryKey)
    if (action.type === 'fetch' && task) requestTimes.set(formatTaskRef(task), serverClock.now())
    if (action.type === 'success') check(query, action.manual === true)
  })
}

/** Updates the lab in the group's statuses without a refetch. */
const patchStatuses = (queryClient: QueryClient, { groupId, taskId }: TaskRef, status: LabStatus): void => {
  const { queryKey } = taskStatusesQuery(groupId)
  const state = queryClient.getQueryState<TaskStatus[]>(queryKey)
  const next = state?.data?.map(one =>
    one.task_id === taskId && one.lab_status !== status.status ? withLab(one, status) : one,
  )
  // Keep the age of the other statuses.
  if (state) queryClient.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
}

const withLab = (one: TaskStatus, { status, expires_at }: LabStatus): TaskStatus => {
  const { lab_expires_at, ...rest } = one
  return { ...rest, lab_status: status, ...(expires_at && { lab_expires_at: expires_at }) }
}

const LOCK_NAME = 'flagship.lab-poll'

/** Calls `lead` when this tab gets the lock; without locks every tab polls. Returns the release function. */
const requestLeadership = (locks: Locks | null, lead: () => void): (() => void) => {
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
  locks.request(LOCK_NAME, { signal: waiting.signal }, hold).catch(() => {
    // Sandboxed documents may not request locks.
    if (!waiting.signal.aborted) lead()
  })
  return () => {
    waiting.abort()
    free()
  }
}

/** Between the user's tabs. Field names must not change: tabs of different releases can be open together. */
type LabMessage =
  /** A status from the server, with the server time of the request and of this message. */
  | { type: 'answer'; userId: UserKey; place: TaskRef; status: LabStatus; askedAt: number; now: number }
  /** A tab that doesn't poll asks for the current status. */
  | { type: 'ask'; userId: UserKey }

const isTaskRef = (value: unknown): value is TaskRef =>
  isRecord(value) && Number.isSafeInteger(value.groupId) && Number.isSafeInteger(value.taskId)

const isMessage = (value: unknown): value is LabMessage => {
  if (!isRecord(value) || !['number', 'string'].includes(typeof value.userId)) return false
  if (value.type === 'ask') return true
  const { type, place, status, askedAt, now } = value
  const hasTimes = Number.isFinite(askedAt) && Number.isFinite(now)
  return type === 'answer' && isTaskRef(place) && isRecord(status) && hasTimes
}

/** Does nothing where unsupported. Ignores messages of other users and malformed ones. */
const openLabChannel = (
  open: () => Channel | null,
  userId: UserKey,
  onMessage: (message: LabMessage) => void,
) => {
  let channel: Channel | null = null
  try {
    channel = open()
  } catch {
    // Not allowed in sandboxed frames.
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
