import type { Query, QueryClient } from '@tanstack/react-query'
import { operationName } from '../api/operation-name'
import { getGroupPhase } from './group-phase'
import { groupQuery } from './groups'
import type { Group, GroupSummary } from './responses'

interface Listeners {
  /** Called for each group response, also for data set by a mutation. */
  onGroup: (groupId: number, group: Group) => void
  onList: (groups: unknown) => void
}

const GROUP_PATH = '/groups/{id}'

export const GROUP_OPERATION = operationName('get', GROUP_PATH)

type KeyPart = { params?: { path?: { id?: unknown } } }

const getGroupId = ([method, path, part]: readonly unknown[]): number | null => {
  const id = (part as KeyPart | undefined)?.params?.path?.id
  return method === 'get' && path === GROUP_PATH && typeof id === 'number' ? id : null
}

const isList = ([method, path]: readonly unknown[]): boolean => method === 'get' && path === '/groups'

/** Observes all groups and group lists in the query cache. Returns the unsubscribe function. */
export const observeGroupQueries = (queryClient: QueryClient, on: Listeners): (() => void) => {
  const cache = queryClient.getQueryCache()
  const check = ({ queryKey, state: { data } }: Query) => {
    if (data === undefined) return
    const groupId = getGroupId(queryKey)
    if (groupId !== null) on.onGroup(groupId, data as Group)
    else if (isList(queryKey)) on.onList(data)
  }
  for (const query of cache.getAll()) check(query)
  return cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') check(event.query)
  })
}

/** Limits the requests caused by a long list. */
const MAX_EXAMS = 3

const mayRun = (group: unknown, now: number): group is GroupSummary => {
  const { id, is_exam, start_date, end_date } = (group ?? {}) as Partial<GroupSummary>
  const dates = { ...(start_date && { start_date }), ...(end_date && { end_date }) }
  return Number.isSafeInteger(id) && is_exam === true && getGroupPhase(dates, now) === 'running'
}

/** Running exams of a list that aren't cached: one of them may have been started on another device. */
export const findUnknownExams = (queryClient: QueryClient, groups: unknown, now: number): number[] =>
  (Array.isArray(groups) ? (groups as unknown[]) : [])
    .filter(group => mayRun(group, now))
    .map(({ id }) => id)
    .filter(id => {
      const state = queryClient.getQueryState(groupQuery(id).queryKey)
      return state?.data === undefined && state?.status !== 'error'
    })
    .slice(0, MAX_EXAMS)
