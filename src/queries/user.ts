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
import { isOutcomeUnknown } from './use-find-out'

/** The answer may come after the person has gone. */
const takeChange = (session: Session, before: User | null, change: Partial<User>): void => {
  const { user } = session.getState()
  if (user && isSameUser(user, before)) session.updateUser({ ...user, ...change })
}

/** No usable answer came to a change. By the user, read again, nothing has changed; else that is not known either. */
export class LostAnswer extends Error {
  readonly isUnchanged: boolean
  constructor(isUnchanged: boolean) {
    super('The answer to a change was lost.')
    this.isUnchanged = isUnchanged
  }
}

/** The user as a refresh brings it. Resolves when the change has been made, else rejects with a `LostAnswer`. */
const findChange = async (session: Session, isMade: (user: User) => boolean): Promise<void> => {
  const user = await session.refresh().then(
    () => session.getState().user,
    () => null,
  )
  if (!user) throw new LostAnswer(false)
  if (!isMade(user)) throw new LostAnswer(true)
}

/** Changes the own username; the session knows the new one when `update` resolves (specification §7, `PATCH user/update/username`). */
export const useUpdateUsername = () => {
  const { session } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(mutation('patch', '/user/update/username'))
  const [isFinding, setFinding] = useState(false)
  const send = async (username: string): Promise<void> => {
    const before = session.getState().user
    const user: Partial<User> | null = await mutateAsync({ body: { new_username: username } })
    // Types are not checks: without a name the answer is no user.
    if (typeof user?.username !== 'string')
      throw new ApiError({ kind: 'badResponse', operation: 'patch /user/update/username' })
    takeChange(session, before, user)
  }
  /** Reads whether the name has been changed. */
  const find = async (username: string): Promise<void> => {
    await findChange(session, user => user.username === username)
    forgetOldName()
  }
  const update = async (username: string): Promise<void> => {
    try {
      await send(username)
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      setFinding(true)
      return await find(username).finally(() => setFinding(false))
    }
    forgetOldName()
  }
  const forgetOldName = () => {
    // The old name stands in what others see too.
    void queryClient.invalidateQueries({ queryKey: ['get', '/leaderboard/group/{id}'] })
    void queryClient.invalidateQueries({ queryKey: ['get', '/user/competencies'] })
  }
  return { update, find, isPending: isPending || isFinding }
}

interface PasswordChange {
  /** Absent for a person who has none. */
  old_password?: string
  new_password: string
}

/** Changes the password or sets the first one; the person has one from then on (specification §4, password). */
export const useUpdatePassword = () => {
  const { session } = useSession()
  const { mutateAsync, reset, isPending } = useMutation({
    ...mutation('patch', '/user/update/password'),
    gcTime: 0,
  })
  const find = () => findChange(session, user => !user.no_password)
  const update = async (body: PasswordChange): Promise<void> => {
    const before = session.getState().user
    try {
      await mutateAsync({ body })
      takeChange(session, before, { no_password: false })
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      // Of a first password the user tells; whether another one is good, only a login can.
      if (body.old_password !== undefined) throw new LostAnswer(false)
      await find()
    } finally {
      // With its variables gone too, no cache holds a password (reliability V06).
      reset()
    }
  }
  return { update, find, isPending }
}

const vpnKey = ['get', '/user/vpn_config']

/** Fetches and saves; whoever leaves meanwhile gets no file of theirs left behind. */
const downloadVpnConfig = async (session: Session): Promise<null> => {
  const life = new AbortController()
  const stop = session.onForget(() => life.abort())
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
 * Saves the VPN configuration (specification §7, `GET user/vpn_config`): one call at a time, wherever its buttons stand.
 * No cache sees the content. `download` resolves with whether a file was saved by this click, and fails with an `ApiError`.
 */
export const useVpnConfig = () => {
  const { session } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationKey: vpnKey,
    gcTime: 0,
    mutationFn: () => downloadVpnConfig(session),
  })
  const isPending = useIsMutating({ mutationKey: vpnKey }) > 0
  const download = async (): Promise<boolean> => {
    if (queryClient.isMutating({ mutationKey: vpnKey }) > 0) return false
    await mutateAsync()
    return true
  }
  return { download, isPending }
}
