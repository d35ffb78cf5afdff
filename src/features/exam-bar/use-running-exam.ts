import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useServerSecond } from '../../lib/lab-seconds'
import { attemptView, runningAttempt } from '../../queries/exam-view'
import { examStore } from '../../queries/exam-watch-store'
import { groupQuery } from '../../queries/groups'

export const useExamState = () => useSyncExternalStore(examStore.subscribe, examStore.get, examStore.get)

/** The group as the cache has it; the watcher asks, this only looks. */
export const useKnownGroup = (groupId: number) => useQuery({ ...groupQuery(groupId), enabled: false }).data

/** The exam that runs, as any page may show it; null while there is none, or nothing was heard of it yet. */
export const useRunningExam = () => {
  const { groupId } = useExamState()
  const group = useKnownGroup(groupId ?? 0)
  const now = useServerSecond(groupId !== null)
  const attempt = runningAttempt(group)
  if (groupId === null || !attempt) return null
  const name: unknown = group?.name
  return { groupId, name: typeof name === 'string' ? name : null, view: attemptView(attempt, now) }
}

export type RunningExam = NonNullable<ReturnType<typeof useRunningExam>>
