import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/api'
import { fetchVpnConfig } from '../api/download'
import { ApiError } from '../api/errors'
import { mutation } from '../api/query'
import type { User } from '../api/schema.gen'
import type { Session } from '../api/session'
import { useSession } from '../api/use-session'
import { saveFile } from '../lib/save-file'
import { isSameUser } from '../lib/user-key'

/** The answer may come after the person has gone. */
const takeChange = (session: Session, before: User | null, change: Partial<User>): void => {
  const { user } = session.getState()
  if (user && isSameUser(user, before)) session.updateUser({ ...user, ...change })
}

/** Changes the own username; the session knows the new one when `update` resolves (specification §7, `PATCH user/update/username`). */
export const useUpdateUsername = () => {
  const { session } = useSession()
  const queryClient = useQueryClient()
  const { mutateAsync, isPending } = useMutation(mutation('patch', '/user/update/username'))
  const update = async (username: string): Promise<void> => {
    const before = session.getState().user
    const user: Partial<User> | null = await mutateAsync({ body: { new_username: username } })
    // Types are not checks: without a name the answer is no user.
    if (typeof user?.username !== 'string')
      throw new ApiError({ kind: 'badResponse', operation: 'patch /user/update/username' })
    takeChange(session, before, user)
    // The old name stands in what others see too.
    void queryClient.invalidateQueries({ queryKey: ['get', '/leaderboard/group/{id}'] })
    void queryClient.invalidateQueries({ queryKey: ['get', '/user/competencies'] })
  }
  return { update, isPending }
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
  const update = async (body: PasswordChange): Promise<void> => {
    const before = session.getState().user
    try {
      await mutateAsync({ body })
      takeChange(session, before, { no_password: false })
    } finally {
      // With its variables gone too, no cache holds a password (reliability V06).
      reset()
    }
  }
  return { update, isPending }
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
