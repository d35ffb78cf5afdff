import type { Query, QueryClient } from '@tanstack/react-query'
import type { LabStatus } from '../api/schema.gen'
import { placeText, type TaskPlace } from '../lib/last-task'
import type { ServerClock } from '../lib/server-clock'
import type { TaskStatus } from './answers'
import { areTasksClosed } from './exam-view'
import { groupQuery, taskStatusesQuery } from './groups'
import { labState } from './lab-view'

/** An answer about one lab, as the cache has it now. */
export interface LabAnswer {
  place: TaskPlace
  before: LabStatus | undefined
  after: LabStatus
  /** By the server's clock. */
  askedAt: number
  /** It was put there: the answer to a start or stop, or another tab's. */
  isGiven: boolean
}

interface Listeners {
  onAnswer: (answer: LabAnswer) => void
  /** The labs of a group that run, by its statuses. */
  onRunning: (places: TaskPlace[]) => void
}

type KeyPart = { params?: { query?: { group_id?: unknown; task_id?: unknown }; path?: { id?: unknown } } }

const placeOf = ([method, path, part]: readonly unknown[]): TaskPlace | null => {
  const { group_id, task_id } = (part as KeyPart | undefined)?.params?.query ?? {}
  const isStatus = method === 'get' && path === '/status'
  return isStatus && typeof group_id === 'number' && typeof task_id === 'number'
    ? { groupId: group_id, taskId: task_id }
    : null
}

const groupPaths = new Set<unknown>(['/groups/{id}', '/groups/{id}/statuses'])

const groupOf = ([method, path, part]: readonly unknown[]): number | null => {
  const id = (part as KeyPart | undefined)?.params?.path?.id
  return method === 'get' && groupPaths.has(path) && typeof id === 'number' ? id : null
}

const runs = (status: TaskStatus): boolean =>
  ['starting', 'ready'].includes(labState({ status: status?.lab_status }))

/** None in an exam that is over: its statuses may still name a lab, but asking about it is refused. */
const runningIn = (queryClient: QueryClient, groupId: number): TaskPlace[] => {
  const group = queryClient.getQueryData(groupQuery(groupId).queryKey)
  const statuses: unknown = queryClient.getQueryData(taskStatusesQuery(groupId).queryKey)
  if (!group || areTasksClosed(group) || !Array.isArray(statuses)) return []
  return (statuses as TaskStatus[])
    .filter(status => runs(status) && Number.isSafeInteger(status.task_id))
    .map(status => ({ groupId, taskId: status.task_id }))
}

/** Hears of every answer about a lab, whoever asked for it. The returned function ends it. */
export const followLabAnswers = (
  queryClient: QueryClient,
  serverClock: ServerClock,
  on: Listeners,
): (() => void) => {
  const cache = queryClient.getQueryCache()
  const known = new Map<string, LabStatus>()
  const asked = new Map<string, number>()
  const look = (query: Query, isGiven: boolean) => {
    const groupId = groupOf(query.queryKey)
    if (groupId !== null) on.onRunning(runningIn(queryClient, groupId))
    const place = placeOf(query.queryKey)
    const after = query.state.data as LabStatus | undefined
    if (!place || !after) return
    const key = placeText(place)
    const before = known.get(key)
    known.set(key, after)
    const askedAt = isGiven ? serverClock.now() : (asked.get(key) ?? serverClock.now())
    on.onAnswer({ place, before, after, askedAt, isGiven })
  }
  for (const query of cache.getAll()) look(query, false)
  return cache.subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const place = placeOf(query.queryKey)
    if (action.type === 'fetch' && place) asked.set(placeText(place), serverClock.now())
    if (action.type === 'success') look(query, action.manual === true)
  })
}

/** Lets the lists and dots of the group follow an answer without asking for them. */
export const patchStatuses = (
  queryClient: QueryClient,
  { groupId, taskId }: TaskPlace,
  status: LabStatus,
): void => {
  const { queryKey } = taskStatusesQuery(groupId)
  const query = queryClient.getQueryCache().find<TaskStatus[]>({ queryKey })
  const statuses = query?.state.data
  if (!query || !Array.isArray(statuses)) return
  const next = statuses.map(one =>
    one?.task_id === taskId && one.lab_status !== status.status ? withLab(one, status) : one,
  )
  // What else stands in the list is as old as it was.
  queryClient.setQueryData(queryKey, next, { updatedAt: query.state.dataUpdatedAt })
}

const withLab = (one: TaskStatus, { status, expires_at }: LabStatus): TaskStatus => {
  const { lab_expires_at, ...rest } = one
  return { ...rest, lab_status: status, ...(expires_at && { lab_expires_at: expires_at }) }
}
