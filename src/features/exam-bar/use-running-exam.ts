import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useServerSecond } from '../../lib/use-server-second'
import { examStore } from '../../queries/exam-store'
import { getRunningAttempt, toAttemptView } from '../../queries/exam-view'
import { groupQuery } from '../../queries/groups'

export const useExamState = () => useSyncExternalStore(examStore.subscribe, examStore.get, examStore.get)

/** Reads the cache only; `ExamPoller` sends the requests. */
export const useCachedGroup = (groupId: number) => useQuery({ ...groupQuery(groupId), enabled: false }).data

/** Null if no exam is running, or before the first response. */
export const useRunningExam = () => {
  const { groupId } = useExamState()
  const group = useCachedGroup(groupId ?? 0)
  const now = useServerSecond(groupId !== null)
  const attempt = getRunningAttempt(group)
  if (groupId === null || !attempt) return null
  const name: unknown = group?.name
  return { groupId, name: typeof name === 'string' ? name : null, view: toAttemptView(attempt, now) }
}

export type RunningExam = NonNullable<ReturnType<typeof useRunningExam>>
