import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/api'
import { fetchVpnConfig } from '../api/download'
import { ApiError } from '../api/errors'
import { mutation } from '../api/query'
import type { User } from '../api/schema.gen'
import type { Session } from '../api/session'
import { useSession } from '../api/use-session'
import { saveFile } from '../lib/save-file'
import { isSameUser } from '../lib/user-key'
import { isOutcomeUnknown } from './use-poll-outcome'

/** The user may have changed before the response. */
const applyUserChange = (session: Session, before: User | null, change: Partial<User>): void => {
  const { user } = session.getState()
  if (user && isSameUser(user, before)) session.updateUser({ ...user, ...change })
}

/** A change got no usable response. `isUnchanged` when the refetched user shows no effect; otherwise unknown. */
export class LostResponseError extends Error {
  readonly isUnchanged: boolean
  constructor(isUnchanged: boolean) {
    super('The answer to a change was lost.')
    this.isUnchanged = isUnchanged
  }
}

/** Refreshes the user; rejects with a `LostResponseError` unless the change was made. */
const verifyChange = async (session: Session, isMade: (user: User) => boolean): Promise<void> => {
  const user = await session.refresh().then(
    () => session.getState().user,
    () => null,
  )
  if (!user) throw new LostResponseError(false)
  if (!isMade(user)) throw new LostResponseError(true)
}

/** Changes the username and updates the session. */
export const useUpdateUsername = () => {
  const { session } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(mutation('patch', '/user/update/username'))
  const [isVerifying, setFinding] = useState(false)
  const send = async (username: string): Promise<void> => {
    const before = session.getState().user
    const user: Partial<User> | null = await mutateAsync({ body: { new_username: username } })
    // Runtime check of the response.
    if (typeof user?.username !== 'string')
      throw new ApiError({ kind: 'badResponse', operation: 'patch /user/update/username' })
    applyUserChange(session, before, user)
  }
  /** Checks whether the name was changed. */
  const verify = async (username: string): Promise<void> => {
    await verifyChange(session, user => user.username === username)
    invalidateName()
  }
  const update = async (username: string): Promise<void> => {
    try {
      await send(username)
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      setFinding(true)
      return await verify(username).finally(() => setFinding(false))
    }
    invalidateName()
  }
  const invalidateName = () => {
    // The leaderboard and profile contain the old name.
    void queryClient.invalidateQueries({ queryKey: ['get', '/leaderboard/group/{id}'] })
    void queryClient.invalidateQueries({ queryKey: ['get', '/user/competencies'] })
  }
  return { update, find: verify, isPending: isPending || isVerifying }
}

interface PasswordChange {
  /** Absent when the user has no password yet. */
  old_password?: string
  new_password: string
}

/** Changes the password or sets the first one, and updates the session. */
export const useUpdatePassword = () => {
  const { session } = useSession()
  const { mutateAsync, reset, isPending } = useMutation({
    ...mutation('patch', '/user/update/password'),
    gcTime: 0,
  })
  const find = () => verifyChange(session, user => !user.no_password)
  const update = async (body: PasswordChange): Promise<void> => {
    const before = session.getState().user
    try {
      await mutateAsync({ body })
      applyUserChange(session, before, { no_password: false })
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      // A first password can be verified by the user's `no_password`; a changed one only by a login.
      if (body.old_password !== undefined) throw new LostResponseError(false)
      await find()
    } finally {
      // Removes the password from the mutation cache (V06).
      reset()
    }
  }
  return { update, find, isPending }
}

const VPN_KEY = ['get', '/user/vpn_config']

/** The object URL is revoked when the user logs out. */
const downloadVpnConfig = async (session: Session): Promise<null> => {
  const life = new AbortController()
  const stop = session.onClearUserData(() => life.abort())
  try {
    const { file, name } = await fetchVpnConfig(api.client, life.signal)
    void saveFile(file, name, life.signal).then(stop)
  } catch (error) {
    stop()
    throw error
  }
  return null
}

/**
 * Downloads the VPN configuration, one call at a time; its content is never cached. `download` resolves with whether
 * this click saved a file, and rejects with an `ApiError`.
 */
export const useVpnConfig = () => {
  const { session } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: VPN_KEY,
    gcTime: 0,
    mutationFn: () => downloadVpnConfig(session),
  })
  const isPending = useIsMutating({ mutationKey: VPN_KEY }) > 0
  const download = async (): Promise<boolean> => {
    if (queryClient.isMutating({ mutationKey: VPN_KEY }) > 0) return false
    await mutateAsync()
    return true
  }
  return { download, isPending }
}
