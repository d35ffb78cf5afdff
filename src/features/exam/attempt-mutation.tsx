import {
  type QueryClient,
  useIsMutating,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApplicationResponse } from '../../api/api-health'
import { ApiError, isGatewayRefusal } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { readNow } from '../../api/query'
import type { Group } from '../../api/responses'
import { usePollOutcome } from '../../api/use-poll-outcome'
import { useSession } from '../../api/use-session'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { clock } from '../../lib/clock'
import { useRetryAfter } from '../../lib/cooldowns'
import { useIsSlow } from '../../lib/hooks'
import { useOnline } from '../../lib/online'
import { isSameUser } from '../../lib/user'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** Result of a mutation; stored in the mutation cache, so that it outlives the component. */
type MutationResult =
  | { kind: 'done' }
  /** No usable response at `since` (`clock.elapsed()`). `seenAt` is the group's `dataUpdatedAt` before the call. */
  | { kind: 'unanswered'; since: number; seenAt: number }
  | { kind: 'refused'; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline' }

/** Outcome of requesting or starting an attempt. */
export type MutationOutcome =
  | Exclude<MutationResult, { kind: 'unanswered' }>
  /** No usable response, but the refetched group shows the effect. */
  | { kind: 'found' }
  /** No usable response and no effect in the refetched group yet. */
  | { kind: 'waiting' }
  /** No usable response and no effect within a minute. */
  | { kind: 'notApplied' }
  /** Neither the call nor a refetch was answered. */
  | { kind: 'unknown' }

interface GroupMutation {
  /** Sends the call. Resolves with the updated group, or with null when the response is unusable. */
  send: () => Promise<Group | null>
  /** Whether the group shows the call's effect. */
  isDone: (group: Group | undefined) => boolean
}

/** Fetches the group now; null when there is no response. */
export const refetchGroup = (queryClient: QueryClient, groupId: number): Promise<Group | null> =>
  readNow(queryClient, groupQuery(groupId))

/** Gateways time out earlier, so a later effect is not expected. */
const POLL_WINDOW_MS = 60_000

interface PolledOutcomeOptions {
  result: MutationResult | null
  isDone: GroupMutation['isDone']
  forget: () => void
}

/** The outcome of an unanswered call according to later group responses. */
const usePolledOutcome = (groupId: number, { result, isDone, forget }: PolledOutcomeOptions) => {
  const queryClient = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({ ...groupQuery(groupId), enabled: false })
  const [settled, setSettled] = useState<'found' | 'notApplied' | null>(null)
  const open = result?.kind === 'unanswered' ? result : null
  const since = open?.since ?? null
  usePollOutcome(open !== null, () =>
    queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }),
  )
  const isRead = open !== null && open.seenAt !== dataUpdatedAt
  const isFound = isRead && isDone(data)
  const readAt = useRef(dataUpdatedAt)
  useEffect(() => {
    const isNew = readAt.current !== dataUpdatedAt
    readAt.current = dataUpdatedAt
    const isLast = since !== null && isNew && clock.elapsed() - since >= POLL_WINDOW_MS
    if (!isFound && !isLast) return
    // Final: later changes of the group have other causes.
    setSettled(isFound ? 'found' : 'notApplied')
    forget()
  })
  const waiting = isRead ? 'waiting' : 'unknown'
  const polled: MutationOutcome | null = open
    ? { kind: isFound ? 'found' : waiting }
    : settled && { kind: settled }
  return { polled, reset: () => setSettled(null) }
}

/** One call at a time per operation and group, on clicks only, never retried automatically. */
export const useAttemptMutation = (
  name: string,
  { groupId, attemptId }: { groupId: number; attemptId: number },
  { send, isDone }: GroupMutation,
) => {
  const queryClient = useQueryClient()
  const { session } = useSession()
  const { queryKey } = groupQuery(groupId)
  const mutationKey = [name, groupId, attemptId]
  const run = async (): Promise<MutationResult | null> => {
    if (!navigator.onLine) return { kind: 'offline' }
    const { user } = session.getState()
    /** Don't write into the next user's cache. */
    const hasUserChanged = () => !isSameUser(session.getState().user, user)
    // Responses requested before the call are outdated.
    await queryClient.cancelQueries({ queryKey })
    const seenAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    let blocked: ApiError | null = null
    try {
      const group = await send()
      if (hasUserChanged()) return null
      await queryClient.cancelQueries({ queryKey })
      if (group) {
        queryClient.setQueryData(queryKey, group)
        return { kind: 'done' }
      }
    } catch (error) {
      if (hasUserChanged()) return null
      if (error instanceof ApiError && isApplicationResponse(error)) {
        await refetchGroup(queryClient, groupId)
        return { kind: 'refused', error }
      }
      if (isGatewayRefusal(error)) blocked = error
    }
    const since = clock.elapsed()
    const group = await refetchGroup(queryClient, groupId)
    // A firewall refuses in front of the application, and the group confirms that nothing has happened.
    if (blocked && group && !isDone(group)) return { kind: 'refused', error: blocked }
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
  const result =
    useMutationState({
      filters: { mutationKey },
      select: ({ state }) => state.data as MutationResult | null | undefined,
    }).at(-1) ?? null
  const forgetCalls = () => {
    const cache = queryClient.getMutationCache()
    for (const one of cache.findAll({ mutationKey, status: 'success' })) cache.remove(one)
  }
  const { polled, reset } = usePolledOutcome(groupId, { result, isDone, forget: forgetCalls })
  const forget = () => {
    reset()
    forgetCalls()
  }
  const outcome: MutationOutcome | null = result === null || result.kind === 'unanswered' ? polled : result
  const isOpen = outcome?.kind === 'unknown' || outcome?.kind === 'waiting'
  return {
    /** Call on clicks only. Ignored while a call is pending or may still take effect. */
    send: (): void => {
      if (queryClient.isMutating({ mutationKey: [name, groupId] }) > 0 || isOpen) return
      forget()
      mutateAsync().catch(() => null)
    },
    isPending,
    outcome,
    /** Dismisses the outcome. */
    forget,
  }
}

/** What the messages of the locale are about. */
type Action = 'request' | 'start'

/** Why the call can't be sent; undefined if it can. */
export const useBlockedReason = (action: Action, outcome: MutationOutcome | null): string | undefined => {
  const { t } = useTranslation(['exam', 'common'])
  const isOnline = useOnline()
  const wait = useRetryAfter(outcome?.kind === 'refused' ? outcome.error : null)
  if (outcome?.kind === 'unknown' || outcome?.kind === 'waiting')
    return t(`${action}.blocked.${outcome.kind}`)
  if (!isOnline) return t(`${action}.blocked.offline`)
  return retryReason(wait) || undefined
}

const banners = {
  refused: { tone: 'danger', role: 'alert' },
  offline: { tone: 'warning', role: 'alert' },
  notApplied: { tone: 'info', role: 'alert' },
  waiting: { tone: 'info', role: 'status' },
  unknown: { tone: 'warning', role: 'alert' },
  // Announced by the caller.
  found: { tone: 'info' },
} as const

interface OutcomeMessageProps {
  groupId: number
  action: Action
  call: { isPending: boolean; outcome: MutationOutcome | null; forget: () => void }
  /** Title of the server's error. */
  refused: string
}

/** Result of a call: the error, or what is known if no response came (E07). */
export const OutcomeMessage = ({ groupId, action, call, refused }: OutcomeMessageProps) => {
  const { t } = useTranslation(['exam', 'common'])
  const isSlow = useIsSlow(call.isPending)
  const { outcome } = call
  const checkState = <CheckStateButton groupId={groupId} />
  if (call.isPending)
    return (
      <Banner tone="neutral" role="status" action={isSlow && checkState}>
        {t(`${action}.${isSlow ? 'slow' : 'pending'}`)}
      </Banner>
    )
  if (!outcome || outcome.kind === 'done') return null
  const banner = banners[outcome.kind]
  if (outcome.kind === 'waiting') return <Banner {...banner}>{t(`${action}.waiting`)}</Banner>
  if (outcome.kind === 'unknown')
    return (
      <Banner {...banner} title={t(`${action}.unknown`)} action={checkState}>
        {t(`${action}.unknownText`)}
      </Banner>
    )
  const dismiss = { onDismiss: call.forget, dismissLabel: t('close', { ns: 'common' }) }
  if (outcome.kind === 'refused')
    return (
      <Banner {...banner} title={refused} {...dismiss}>
        {errorMessage(outcome.error)}
      </Banner>
    )
  const messages = {
    offline: t(`${action}.notSent`),
    notApplied: t(`${action}.notApplied`),
    found: t(action === 'start' ? 'start.found' : 'request.done'),
  }
  return (
    <Banner {...banner} {...dismiss}>
      {messages[outcome.kind]}
    </Banner>
  )
}

const CheckStateButton = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('exam')
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }),
  })
  return (
    <>
      <Button size="sm" isPending={isPending} onClick={() => (isPending ? undefined : mutate())}>
        {t('ask.state')}
      </Button>
      {error && !isPending && (
        <span role="alert" className="text-xs">
          {errorMessage(error)}
        </span>
      )}
    </>
  )
}
