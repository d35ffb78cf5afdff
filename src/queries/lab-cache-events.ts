import type { Query, QueryClient } from '@tanstack/react-query'
import type { LabStatus } from '../api/schema.gen'
import { formatTaskRef, type TaskRef } from '../lib/last-task'
import type { ServerClock } from '../lib/server-clock'
import { areTasksClosed } from './exam-view'
import { groupQuery, taskStatusesQuery } from './groups'
import { labState } from './lab-view'
import type { TaskStatus } from './responses'

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
  /** Running labs according to a group's statuses. */
  onRunning: (tasks: TaskRef[]) => void
}

type KeyPart = { params?: { query?: { group_id?: unknown; task_id?: unknown }; path?: { id?: unknown } } }

const getTaskRef = ([method, path, part]: readonly unknown[]): TaskRef | null => {
  const { group_id, task_id } = (part as KeyPart | undefined)?.params?.query ?? {}
  const isStatus = method === 'get' && path === '/status'
  return isStatus && typeof group_id === 'number' && typeof task_id === 'number'
    ? { groupId: group_id, taskId: task_id }
    : null
}

const GROUP_PATHS = new Set<unknown>(['/groups/{id}', '/groups/{id}/statuses'])

const getGroupId = ([method, path, part]: readonly unknown[]): number | null => {
  const id = (part as KeyPart | undefined)?.params?.path?.id
  return method === 'get' && GROUP_PATHS.has(path) && typeof id === 'number' ? id : null
}

const isRunning = (status: TaskStatus): boolean =>
  ['starting', 'ready'].includes(labState({ status: status?.lab_status }))

/** None after an exam's end: its statuses may still name a lab, but access is denied. */
const findRunningLabs = (queryClient: QueryClient, groupId: number): TaskRef[] => {
  const group = queryClient.getQueryData(groupQuery(groupId).queryKey)
  const statuses: unknown = queryClient.getQueryData(taskStatusesQuery(groupId).queryKey)
  if (!group || areTasksClosed(group) || !Array.isArray(statuses)) return []
  return (statuses as TaskStatus[])
    .filter(status => isRunning(status) && Number.isSafeInteger(status.task_id))
    .map(status => ({ groupId, taskId: status.task_id }))
}

/** Observes all lab statuses in the query cache. Returns the unsubscribe function. */
export const observeLabQueries = (
  queryClient: QueryClient,
  serverClock: ServerClock,
  on: Listeners,
): (() => void) => {
  const cache = queryClient.getQueryCache()
  const known = new Map<string, LabStatus>()
  const requestTimes = new Map<string, number>()
  const check = (query: Query, isManual: boolean) => {
    const groupId = getGroupId(query.queryKey)
    if (groupId !== null) on.onRunning(findRunningLabs(queryClient, groupId))
    const task = getTaskRef(query.queryKey)
    const after = query.state.data as LabStatus | undefined
    if (!task || !after) return
    const key = formatTaskRef(task)
    const before = known.get(key)
    known.set(key, after)
    const requestedAt = isManual ? serverClock.now() : (requestTimes.get(key) ?? serverClock.now())
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
export const patchStatuses = (
  queryClient: QueryClient,
  { groupId, taskId }: TaskRef,
  status: LabStatus,
): void => {
  const { queryKey } = taskStatusesQuery(groupId)
  const query = queryClient.getQueryCache().find<TaskStatus[]>({ queryKey })
  const statuses = query?.state.data
  if (!query || !Array.isArray(statuses)) return
  const next = statuses.map(one =>
    one?.task_id === taskId && one.lab_status !== status.status ? withLab(one, status) : one,
  )
  // Keep the age of the other statuses.
  queryClient.setQueryData(queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}

const withLab = (one: TaskStatus, { status, expires_at }: LabStatus): TaskStatus => {
  const { lab_expires_at, ...rest } = one
  return { ...rest, lab_status: status, ...(expires_at && { lab_expires_at: expires_at }) }
}
