import { focusManager, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAnswer } from '../api/contact'
import { ApiError } from '../api/errors'
import { mutation } from '../api/query'
import type { Profile } from '../api/schema.gen'
import { useSession } from '../api/use-session'
import { connection } from '../lib/online'
import { parseCode } from '../lib/route-params'
import { isSameUser } from '../lib/user-key'
import { competenciesQuery } from './profile'
import { useFindOut } from './use-find-out'

export interface Sharing {
  /** Null where the platform does not say. */
  isPublic: boolean | null
  /** The secret of the share link; null while there is none, and when what came is no token. */
  token: string | null
}

/**
 * Whether a profile is open to others, and by which secret. Types are not checks: an address, a script or a path is
 * never taken for a token, and what is unclear counts as open, because the owner had better close once too often.
 */
export const sharingOf = ({ is_public, share_link }: Pick<Profile, 'is_public' | 'share_link'>): Sharing => {
  const token = parseCode(share_link)
  const isSaid: unknown = is_public ?? null
  return { isPublic: token !== null ? true : isSaid === null ? null : isSaid !== false, token }
}

export type SharingWish = 'publish' | 'hide'

export type SharingOutcome =
  | { kind: 'done'; wish: SharingWish }
  /** No usable answer came, and by the profile, read again, it has happened all the same. */
  | { kind: 'found'; wish: SharingWish }
  /** No usable answer came, and by the profile, read again, nothing has happened. */
  | { kind: 'notDone'; wish: SharingWish }
  /** Neither the call nor the reading was answered. */
  | { kind: 'unknown'; wish: SharingWish }
  | { kind: 'refused'; wish: SharingWish; error: ApiError }
  /** Nothing was sent. */
  | { kind: 'offline'; wish: SharingWish }

const isWished = (wish: SharingWish, profile: Profile): boolean =>
  sharingOf(profile).isPublic === (wish === 'publish')

/** The answer about oneself, in the cache: others' begin with the same key. */
const own = { queryKey: competenciesQuery().queryKey, exact: true }

/** The own profile as it is known, and as it is read again; for the person who is signed in now. */
const useOwnProfile = () => {
  const queryClient = useQueryClient()
  const { session, user } = useSession()
  const isGone = () => !isSameUser(session.getState().user, user)
  return {
    /** Whether that person has left meanwhile: then nothing of theirs may come back into the cache. */
    isGone,
    change: (next: (known: Profile) => Profile): void => {
      queryClient.setQueryData(own.queryKey, (known: Profile | undefined) => (known ? next(known) : known))
    },
    /** An answer that was asked for before a call tells of another time. */
    stopReading: () => queryClient.cancelQueries(own),
    readLater: (): void => {
      void queryClient.invalidateQueries(own)
    },
    /** Null when no answer came. */
    readAgain: async (): Promise<Profile | null> => {
      if (isGone()) return null
      await queryClient.cancelQueries(own)
      const read = { ...competenciesQuery(), staleTime: 0, retry: false }
      return queryClient.query(read).catch(() => null)
    },
    /** A page that is open by the link that has just died. */
    forgetShared: (): void => {
      queryClient.removeQueries({ queryKey: ['get', '/user/profile/by_shared_link/{link}'] })
    },
  }
}

const sharingKey = ['profile sharing']

/** Sends one wish and finds out what became of it; null when the person has left meanwhile. */
const useSharingCall = () => {
  const profile = useOwnProfile()
  const { mutateAsync: publish } = useMutation(mutation('post', '/user/profile/shared'))
  const { mutateAsync: hide } = useMutation(mutation('delete', '/user/profile/shared'))

  const find = async (wish: SharingWish): Promise<SharingOutcome> => {
    const found = await profile.readAgain()
    if (!found || sharingOf(found).isPublic === null) return { kind: 'unknown', wish }
    if (wish === 'hide') profile.forgetShared()
    return { kind: isWished(wish, found) ? 'found' : 'notDone', wish }
  }
  const send = async (wish: SharingWish): Promise<void> => {
    // Types are not checks: the answer may be empty, or hold no link.
    const answer: { link?: unknown } | null = wish === 'publish' ? await publish() : await hide()
    if (profile.isGone()) return
    await profile.stopReading()
    const token = wish === 'publish' ? parseCode(answer?.link) : null
    profile.change(({ share_link: _, ...known }) => ({
      ...known,
      is_public: wish === 'publish',
      ...(token !== null && { share_link: token }),
    }))
    if (wish === 'hide') profile.forgetShared()
    profile.readLater()
  }
  const run = async (wish: SharingWish): Promise<SharingOutcome | null> => {
    if (!navigator.onLine) return { kind: 'offline', wish }
    await profile.stopReading()
    try {
      await send(wish)
      return profile.isGone() ? null : { kind: 'done', wish }
    } catch (error) {
      if (profile.isGone()) return null
      if (error instanceof ApiError && isAnswer(error)) return { kind: 'refused', wish, error }
      return find(wish)
    }
  }
  return { run, find, readAgain: profile.readAgain }
}

/**
 * Opens the own profile to others by a secret link, or closes it (specification §4 and §7): one call at a time, sent by
 * a click alone. After a lost answer the profile is read again, and what holds is told.
 */
export const useProfileSharing = (profile: Profile) => {
  const queryClient = useQueryClient()
  const { run, find, readAgain } = useSharingCall()
  const [kept, setOutcome] = useState<SharingOutcome | null>(null)
  const { mutateAsync } = useMutation({ mutationKey: sharingKey, mutationFn: run })
  const isPending = useIsMutating({ mutationKey: sharingKey }) > 0
  const isUnknown = kept?.kind === 'unknown'
  const check = async (): Promise<void> => {
    if (!isUnknown) return void (await readAgain())
    const found = await find(kept.wish)
    // What was found of one wish says nothing of the next, which may have been sent meanwhile.
    setOutcome(now => (now === kept ? found : now))
  }
  useReturn(check)
  useFindOut(isUnknown, check)
  return {
    isPending,
    outcome: outcomeNow(kept, profile),
    /** Resolves with what became of it; with null when it is done already, another is under way, or the person has left meanwhile. */
    send: async (wish: SharingWish): Promise<SharingOutcome | null> => {
      if (queryClient.isMutating({ mutationKey: sharingKey }) > 0) return null
      // Pressed again before the screen has followed: it has just been done.
      const known = queryClient.getQueryData<Profile>(own.queryKey)
      if (known && isWished(wish, known)) return null
      setOutcome(null)
      const next = await mutateAsync(wish)
      setOutcome(next)
      return next
    },
    /** Reads the profile again; where it was not known what became of the last wish, that is found out. */
    check,
  }
}

/** A later reading may say that it has happened after all, or that it is no longer so, whoever asked for it. */
const outcomeNow = (kept: SharingOutcome | null, profile: Profile): SharingOutcome | null => {
  if (!kept) return null
  const { kind, wish } = kept
  const holds = isWished(wish, profile)
  if (kind === 'unknown' || kind === 'notDone') return holds ? { kind: 'found', wish } : kept
  return holds || kind === 'refused' || kind === 'offline' ? kept : null
}

/** Another tab may have opened or closed the profile: whoever comes back to this one sees what holds. */
const useReturn = (check: () => Promise<void>): void => {
  useEffect(() => {
    const stops = [
      focusManager.subscribe(isFocused => isFocused && void check()),
      connection.onReturn(() => void check()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
}
