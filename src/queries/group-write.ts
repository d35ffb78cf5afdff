import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, isRefusal, serverWords } from '../api/errors'
import { useSession } from '../api/use-session'
import { clock } from '../lib/clock'
import { isSameUser } from '../lib/user-key'
import type { Group } from './answers'
import { groupQuery } from './groups'
import { lateness, useLateReadings } from './late-readings'

/** What is kept of a call with the client, so that it outlives the screen that asked. */
type Kept =
  | { kind: 'done' }
  /** No usable answer came, by `clock.elapsed()`. `seenAt` is the reading of the group that was known before the call. */
  | { kind: 'unanswered'; since: number; seenAt: number }
  | { kind: 'refused'; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline' }

/** What became of a request for an attempt or of a start. */
export type WriteOutcome =
  | Exclude<Kept, { kind: 'unanswered' }>
  /** No usable answer came, and the group, read again, says that it has happened all the same. */
  | { kind: 'found' }
  /** No usable answer came. By the group, read again, nothing has happened so far; it may yet. */
  | { kind: 'waiting' }
  /** No usable answer came, and by the group, read for a minute, nothing has happened. */
  | { kind: 'notDone' }
  /** Neither the call nor a reading was answered. */
  | { kind: 'unknown' }

interface GroupWrite {
  /** Sends the call. Resolves with the group as the answer makes it, or with null when the answer says nothing usable. */
  send: () => Promise<Group | null>
  /** Whether a group says that the call has had its effect. */
  isDone: (group: Group | undefined) => boolean
}

/** Asks now, and never takes the answer to an earlier question; null when no answer came. */
export const readGroup = async (queryClient: QueryClient, groupId: number): Promise<Group | null> => {
  const query = groupQuery(groupId)
  await queryClient.cancelQueries({ queryKey: query.queryKey })
  const readAt = () => queryClient.getQueryState(query.queryKey)?.dataUpdatedAt
  const before = readAt()
  const group = await queryClient.query({ ...query, staleTime: 0, retry: false }).catch(() => null)
  // Whoever is cancelled in favour of another reading gets what was known before.
  return readAt() === before ? null : group
}

/**
 * Nothing has happened: the application said no in its own words, or somebody asked to wait before passing the call on.
 * A proxy's own page tells nothing of what stands behind it, and after every other failure nobody knows either.
 */
const hasRefused = (error: unknown): error is ApiError => {
  if (!(error instanceof ApiError)) return false
  if (error.status === 429) return true
  return isRefusal(error) && (serverWords(error) !== null || error.fields !== undefined)
}

/** What an unanswered call has come to by the group as it is read later, whoever asked for it. */
const useLateOutcome = (
  groupId: number,
  { kept, isDone, forget }: { kept: Kept | null; isDone: GroupWrite['isDone']; forget: () => void },
) => {
  const { data, dataUpdatedAt } = useQuery({ ...groupQuery(groupId), enabled: false })
  const [settled, setSettled] = useState<'found' | 'notDone' | null>(null)
  const open = kept?.kind === 'unanswered' ? kept : null
  useLateReadings(groupId, open?.since ?? null)
  const isRead = open !== null && open.seenAt !== dataUpdatedAt
  const isFound = isRead && isDone(data)
  const since = open?.since ?? null
  const readAt = useRef(dataUpdatedAt)
  useEffect(() => {
    const isNew = readAt.current !== dataUpdatedAt
    readAt.current = dataUpdatedAt
    const isLast = since !== null && isNew && clock.elapsed() - since >= lateness
    if (!isFound && !isLast) return
    // From here on it is history: what the group says later, it says of something else.
    setSettled(isFound ? 'found' : 'notDone')
    forget()
  })
  const waiting = isRead ? 'waiting' : 'unknown'
  const late: WriteOutcome | null = open
    ? { kind: isFound ? 'found' : waiting }
    : settled && { kind: settled }
  return { late, reset: () => setSettled(null) }
}

/**
 * A write about a group's exam: one at a time for each group wherever its buttons stand, sent by a click alone and never
 * again by itself.
 */
export const useGroupWrite = (
  name: string,
  { groupId, attemptId }: { groupId: number; attemptId: number },
  { send, isDone }: GroupWrite,
) => {
  const queryClient = useQueryClient()
  const { session } = useSession()
  const { queryKey } = groupQuery(groupId)
  const mutationKey = [name, groupId, attemptId]
  const run = async (): Promise<Kept | null> => {
    if (!navigator.onLine) return { kind: 'offline' }
    const { user } = session.getState()
    /** Whoever has logged out meanwhile leaves nothing in the next person's cache. */
    const isGone = () => !isSameUser(session.getState().user, user)
    // An answer that was asked for before the call tells of another time.
    await queryClient.cancelQueries({ queryKey })
    const seenAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    try {
      const group = await send()
      if (isGone()) return null
      await queryClient.cancelQueries({ queryKey })
      if (group) {
        queryClient.setQueryData(queryKey, group)
        return { kind: 'done' }
      }
    } catch (error) {
      if (isGone()) return null
      if (hasRefused(error)) {
        await readGroup(queryClient, groupId)
        return { kind: 'refused', error }
      }
    }
    const since = clock.elapsed()
    await readGroup(queryClient, groupId)
    return { kind: 'unanswered', since, seenAt }
  }
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: run,
    networkMode: 'always',
    retry: 0,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const isPending = useIsMutating({ mutationKey: [name, groupId] }) > 0
  const kept =
    useMutationState({
      filters: { mutationKey },
      select: ({ state }) => state.data as Kept | null | undefined,
    }).at(-1) ?? null
  const forgetCalls = () => {
    const cache = queryClient.getMutationCache()
    for (const one of cache.findAll({ mutationKey, status: 'success' })) cache.remove(one)
  }
  const { late, reset } = useLateOutcome(groupId, { kept, isDone, forget: forgetCalls })
  const forget = () => {
    reset()
    forgetCalls()
  }
  const outcome: WriteOutcome | null = kept === null || kept.kind === 'unanswered' ? late : kept
  const isOpen = outcome?.kind === 'unknown' || outcome?.kind === 'waiting'
  return {
    /** For clicks alone. Does nothing while another is under way or may still have its effect. */
    send: (): void => {
      if (queryClient.isMutating({ mutationKey: [name, groupId] }) > 0 || isOpen) return
      forget()
      mutateAsync().catch(() => null)
    },
    isPending,
    outcome,
    /** The person has read what became of it. */
    forget,
  }
}
