import type { Query, QueryClient } from '@tanstack/react-query'
import { nameOf } from '../api/operation-name'
import type { Group, GroupSummary } from './answers'
import { phaseOf } from './group-phase'
import { groupQuery } from './groups'

interface Listeners {
  /** A group as the server or an answer put into the cache says it is. */
  onGroup: (groupId: number, group: Group) => void
  onList: (groups: unknown) => void
}

const groupPath = '/groups/{id}'

/** How the poll is named among all calls. */
export const groupOperation = nameOf('get', groupPath)

type KeyPart = { params?: { path?: { id?: unknown } } }

const groupOf = ([method, path, part]: readonly unknown[]): number | null => {
  const id = (part as KeyPart | undefined)?.params?.path?.id
  return method === 'get' && path === groupPath && typeof id === 'number' ? id : null
}

const isList = ([method, path]: readonly unknown[]): boolean => method === 'get' && path === '/groups'

/** Hears of every group and list of groups in the cache, whoever asked for it. The returned function ends it. */
export const followExamAnswers = (queryClient: QueryClient, on: Listeners): (() => void) => {
  const cache = queryClient.getQueryCache()
  const look = ({ queryKey, state: { data } }: Query) => {
    if (data === undefined) return
    const groupId = groupOf(queryKey)
    if (groupId !== null) on.onGroup(groupId, data as Group)
    else if (isList(queryKey)) on.onList(data)
  }
  for (const query of cache.getAll()) look(query)
  return cache.subscribe(event => {
    if (event.type === 'updated' && event.action.type === 'success') look(event.query)
  })
}

/** A candidate has an exam or two; a list with more of them is no reason for more calls. */
const handful = 3

const mayRun = (group: unknown, now: number): group is GroupSummary => {
  const { id, is_exam, start_date, end_date } = (group ?? {}) as Partial<GroupSummary>
  const dates = { ...(start_date && { start_date }), ...(end_date && { end_date }) }
  return Number.isSafeInteger(id) && is_exam === true && phaseOf(dates, now) === 'running'
}

/** The exams of a list of which nothing is known yet: one of them may have been started on another device. */
export const unknownExams = (queryClient: QueryClient, groups: unknown, now: number): number[] =>
  (Array.isArray(groups) ? (groups as unknown[]) : [])
    .filter(group => mayRun(group, now))
    .map(({ id }) => id)
    .filter(id => {
      const state = queryClient.getQueryState(groupQuery(id).queryKey)
      return state?.data === undefined && state?.status !== 'error'
    })
    .slice(0, handful)
