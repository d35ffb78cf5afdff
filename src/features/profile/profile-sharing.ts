import { focusManager, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../packages/contract/schema.gen'
import { isApplicationResponse } from '../../api/api-health'
import { ApiError } from '../../api/errors'
import { competenciesQuery } from '../../api/queries/profile'
import { mutation } from '../../api/query'
import { usePollOutcome } from '../../api/use-poll-outcome'
import { useSession } from '../../api/use-session'
import { useSubscription } from '../../lib/hooks'
import { connection } from '../../lib/online'
import { parseCode } from '../../lib/route-params'
import { isSameUser } from '../../lib/user'

export interface Sharing {
  /** Null when unknown. */
  isPublic: boolean | null
  /** Token of the share link; null without a valid one. */
  token: string | null
}

/** Only a valid code is a token. Unclear values count as public: hiding twice is safer than not at all. */
export const parseSharing = ({
  is_public,
  share_link,
}: Pick<Profile, 'is_public' | 'share_link'>): Sharing => {
  const token = parseCode(share_link)
  const publicField: unknown = is_public ?? null
  return { isPublic: token !== null ? true : publicField === null ? null : publicField !== false, token }
}

export type SharingAction = 'publish' | 'hide'

/**
 * - `done`: confirmed by the response
 * - `found`, `notApplied`: no usable response, but the refetched profile shows the effect, or none
 * - `unknown`: neither the call nor the refetch was answered
 * - `offline`: nothing was sent
 */
export type SharingOutcome = { action: SharingAction } & (
  | { kind: 'done' | 'found' | 'notApplied' | 'unknown' | 'offline' }
  | { kind: 'refused'; error: ApiError }
)

const isApplied = (action: SharingAction, profile: Profile): boolean =>
  parseSharing(profile).isPublic === (action === 'publish')

/** `exact`, because other users' profiles share the key's prefix. */
const OWN_PROFILE = { queryKey: competenciesQuery().queryKey, exact: true }

const MUTATION_KEY = ['profile sharing']

/** Sends an action and finds out its outcome; null when the user has changed meanwhile. */
const useSharingCall = () => {
  const queryClient = useQueryClient()
  const { session, user } = useSession()
  const { mutateAsync: publish } = useMutation(mutation('shareProfile'))
  const { mutateAsync: hide } = useMutation(mutation('hideProfile'))

  /** Then nothing of the previous user may be written into the cache. */
  const hasUserChanged = () => !isSameUser(session.getState().user, user)
  /** Responses requested before a call are outdated. */
  const cancelReads = () => queryClient.cancelQueries(OWN_PROFILE)
  /** The shared page of a deleted link. */
  const removeSharedProfile = () => queryClient.removeQueries({ queryKey: ['getSharedProfile'] })
  /** Null when there is no response. */
  const refetch = async (): Promise<Profile | null> => {
    if (hasUserChanged()) return null
    await cancelReads()
    return queryClient.query({ ...competenciesQuery(), staleTime: 0, retry: false }).catch(() => null)
  }
  const findOutcome = async (action: SharingAction): Promise<SharingOutcome> => {
    const found = await refetch()
    if (!found || parseSharing(found).isPublic === null) return { kind: 'unknown', action }
    if (action === 'hide') removeSharedProfile()
    return { kind: isApplied(action, found) ? 'found' : 'notApplied', action }
  }
  const send = async (action: SharingAction): Promise<void> => {
    // The response may be empty or contain no link.
    const answer: { link?: unknown } | null = action === 'publish' ? await publish() : await hide()
    if (hasUserChanged()) return
    await cancelReads()
    const token = action === 'publish' ? parseCode(answer?.link) : null
    queryClient.setQueryData(OWN_PROFILE.queryKey, (before: Profile | undefined) => {
      if (!before) return before
      const { share_link: _, ...known } = before
      return { ...known, is_public: action === 'publish', ...(token !== null && { share_link: token }) }
    })
    if (action === 'hide') removeSharedProfile()
    void queryClient.invalidateQueries(OWN_PROFILE)
  }
  const run = async (action: SharingAction): Promise<SharingOutcome | null> => {
    if (!navigator.onLine) return { kind: 'offline', action }
    await cancelReads()
    try {
      await send(action)
      return hasUserChanged() ? null : { kind: 'done', action }
    } catch (error) {
      if (hasUserChanged()) return null
      if (error instanceof ApiError && isApplicationResponse(error)) return { kind: 'refused', action, error }
      return findOutcome(action)
    }
  }
  return { run, findOutcome, refetch }
}

/** One call at a time, on clicks only. After a lost response the profile is refetched to find the outcome. */
export const useProfileSharing = (profile: Profile) => {
  const queryClient = useQueryClient()
  const { run, findOutcome, refetch } = useSharingCall()
  const [stored, setOutcome] = useState<SharingOutcome | null>(null)
  const { mutateAsync } = useMutation({ mutationKey: MUTATION_KEY, mutationFn: run })
  const isPending = useIsMutating({ mutationKey: MUTATION_KEY }) > 0
  const isUnknown = stored?.kind === 'unknown'
  const check = async (): Promise<void> => {
    if (!isUnknown) return void (await refetch())
    const found = await findOutcome(stored.action)
    // Another action may have been sent meanwhile.
    setOutcome(now => (now === stored ? found : now))
  }
  useCheckOnReturn(check)
  usePollOutcome(isUnknown, check)
  return {
    isPending,
    outcome: getCurrentOutcome(stored, profile),
    /** Null when it is done already, another call is pending, or the user has changed. */
    send: async (action: SharingAction): Promise<SharingOutcome | null> => {
      if (queryClient.isMutating({ mutationKey: MUTATION_KEY }) > 0) return null
      // Pressed again before the component rerendered.
      const known = queryClient.getQueryData<Profile>(OWN_PROFILE.queryKey)
      if (known && isApplied(action, known)) return null
      setOutcome(null)
      const next = await mutateAsync(action)
      setOutcome(next)
      return next
    },
    /** Refetches the profile and resolves an unknown outcome. */
    check,
  }
}

/** A later response may confirm or outdate the outcome. */
const getCurrentOutcome = (stored: SharingOutcome | null, profile: Profile): SharingOutcome | null => {
  if (!stored) return null
  const { kind, action } = stored
  const isCurrent = isApplied(action, profile)
  if (kind === 'unknown' || kind === 'notApplied') return isCurrent ? { kind: 'found', action } : stored
  return isCurrent || kind === 'refused' || kind === 'offline' ? stored : null
}

/** Another tab may have changed it. */
const useCheckOnReturn = (check: () => Promise<void>): void => {
  useSubscription(focusManager.subscribe, isFocused => isFocused && void check())
  useSubscription(connection.onReturn, () => void check())
}
