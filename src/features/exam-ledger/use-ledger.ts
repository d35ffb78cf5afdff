import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { Group } from '../../queries/answers'
import { parseLedger } from '../../queries/exam-ledger-entries'
import { examLedger } from '../../queries/exam-ledger-store'
import { attemptsOf } from '../../queries/exam-view'
import { tasksInOrder } from '../../queries/task-progress'

/** The group that the attempt belongs to, as far as a page has read it. */
const groupOf = (queryClient: QueryClient, attempt: number): Group | null => {
  const groups = queryClient.getQueriesData<Group>({ queryKey: ['get', '/groups/{id}'] })
  const found = groups.find(([, group]) => attemptsOf(group).some(({ id }) => id === attempt))
  return found?.[1] ?? null
}

/** What this device has kept of an attempt, oldest first; it follows this tab and the others. */
export const useLedger = (attempt: number) => {
  const queryClient = useQueryClient()
  const text = useSyncExternalStore(examLedger.subscribe, examLedger.text, () => null)
  const ledger = useMemo(() => parseLedger(text), [text])
  const entries = useMemo(() => ledger.entries.filter(one => one.attempt === attempt), [ledger, attempt])
  const group = groupOf(queryClient, attempt)
  return {
    entries,
    dropped: ledger.dropped[attempt] ?? 0,
    exam: typeof group?.name === 'string' ? group.name : null,
    titleOf: (task: number): string | null => {
      // Types are not checks.
      const tasks = Array.isArray(group?.categories) ? tasksInOrder(group) : []
      const title = tasks.find(({ id }) => id === task)?.title
      return typeof title === 'string' ? title : null
    },
  }
}
