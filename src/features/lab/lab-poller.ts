import type { Query, QueryClient } from '@tanstack/react-query'
import type { LabStatus } from '../../../packages/contract/schema.gen'
import { areTasksClosed } from '../../api/attempts'
import { getRetryAfterMs, isClientError } from '../../api/errors'
import { groupListQuery, groupQuery, taskStatusesQuery } from '../../api/queries/groups'
import type { TaskStatus } from '../../api/responses'
import { formatTaskRef, isSameTask, type TaskRef } from '../../api/task-ref'
import { backoff } from '../../lib/backoff'
import { clock } from '../../lib/clock'
import { createPollLoop, type PollLoop } from '../../lib/poll-loop'
import type { ServerClock } from '../../lib/server-clock'
import { clearStartClicks, type LabTracker, recordStatus } from './lab-storage'
import { labStatusQuery } from './labs'
import { isLabRunning, type LabView, labState, toLabView } from './model'

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
  serverClock: ServerClock
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

/** Polls the one running lab for all pages of a visible tab, at the end of its countdown and after clock jumps; never stops it. */
export const createLabPoller = (deps: LabPollerDeps) => {
  const { queryClient, tracker, serverClock, isVisible } = deps
  let task: TaskRef | null = null
  let loop: PollLoop | null = null
  let updatedAt = Number.NEGATIVE_INFINITY
  let polledEnd: number | null = null
  let difference = serverClock.now() - clock.elapsed()

  const view = () =>
    toLabView(
      task ? queryClient.getQueryData(labStatusQuery(task.groupId, task.taskId).queryKey) : undefined,
      {
        now: serverClock.now(),
      },
    )
  const getAge = () => clock.elapsed() - updatedAt

  const start = (next: TaskRef) => {
    task = next
    loop = createPollLoop({
      clock,
      request: () => deps.request(next),
      getDelay: (failures, error) =>
        failures > 0 ? getLabRetryDelay(failures, error) : getLabPollDelay(view()),
      onFailure: (failures, error) => {
        // The user has no access to this lab any more.
        if (isClientError(error)) tracker.untrack(next)
        else deps.onFailure(failures, error)
      },
    })
    loop.start(Math.max(0, (getLabPollDelay(view()) ?? 0) - getAge()))
  }
  const stop = () => {
    loop?.stop()
    loop = null
    task = null
  }
  /** Polls the tracked lab while the tab is visible. */
  const update = () => {
    const tracked = tracker.get()
    const wanted = tracked?.isPolled && isVisible() ? tracked.task : null
    if (isSameTask(wanted, task)) return
    stop()
    if (wanted) start(wanted)
  }

  const handleUpdate = (change: LabUpdate) => {
    const { before, after } = change
    const state = labState(after)
    recordStatus(change.task, after)
    if (isSameTask(change.task, task)) {
      updatedAt = clock.elapsed()
      loop?.restart()
    }
    if (state === 'off') tracker.untrack(change.task)
    else if (state !== 'unknown') tracker.track(change.task)
    // A ready lab is polled even if the user stopped waiting for its start: its end must be noticed.
    if (state === 'ready') tracker.setPolled(true)
    if (labState(before) !== state) patchStatuses(queryClient, change.task, after)
    if (before) deps.onUpdate(change)
  }

  const tick = () => {
    const current = serverClock.now() - clock.elapsed()
    const hasJumped = Math.abs(current - difference) > CLOCK_JUMP_MS
    difference = current
    const { left, expiresAt } = view()
    const isOver = left === 0 && expiresAt !== polledEnd
    if (isOver) polledEnd = expiresAt
    if (isVisible() && (isOver || hasJumped)) loop?.pollNow()
  }

  tracker.restore()
  const stops = [
    tracker.subscribe(update),
    observeLabQueries(queryClient, {
      onUpdate: handleUpdate,
      onRunning: running => !tracker.get() && tracker.track(running),
    }),
    clock.every(1000, tick),
  ]
  update()

  return {
    pollNow: (): void => loop?.pollNow(),
    onVisibility(): void {
      // The state may have changed while the tab was hidden.
      if (isVisible()) updatedAt = Number.NEGATIVE_INFINITY
      else clearStartClicks()
      update()
    },
    onFocus(): void {
      if (isVisible() && getAge() >= FRESH_MS) loop?.pollNow()
    },
    /** Another tab has started or stopped a lab: the server says what became of it. */
    onOtherTab(): void {
      tracker.restore()
      loop?.pollNow()
    },
    stop(): void {
      clearStartClicks()
      for (const end of stops) end()
      stop()
      tracker.reset()
    },
  }
}

/** A change of a lab's status in the query cache. */
export interface LabUpdate {
  task: TaskRef
  before: LabStatus | undefined
  after: LabStatus
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
const observeLabQueries = (queryClient: QueryClient, on: Listeners) => {
  const cache = queryClient.getQueryCache()
  const known = new Map<string, LabStatus>()
  const check = (query: Query) => {
    const groupId = getGroupId(query.queryKey)
    const running = groupId === null ? null : findRunningLab(queryClient, groupId)
    if (running) on.onRunning(running)
    const task = getTaskRef(query.queryKey)
    const after = query.state.data as LabStatus | undefined
    if (!task || !after) return
    const key = formatTaskRef(task)
    const before = known.get(key)
    known.set(key, after)
    on.onUpdate({ task, before, after })
  }
  for (const query of cache.getAll()) check(query)
  return cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') check(event.query)
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
