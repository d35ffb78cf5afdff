import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/errors'
import { mutation } from '../../api/query'
import type { User } from '../../api/schema.gen'
import type { Session } from '../../api/session'
import { isOutcomeUnknown } from '../../api/use-poll-outcome'
import { useSession } from '../../api/use-session'
import { isSameUser } from '../../lib/user'

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
  const { mutateAsync, isPending } = useMutation(mutation('updateUsername'))
  const [isVerifying, setVerifying] = useState(false)
  const invalidateName = () => {
    // The leaderboard and profile contain the old name.
    void queryClient.invalidateQueries({ queryKey: ['getLeaderboard'] })
    void queryClient.invalidateQueries({ queryKey: ['getCompetencies'] })
  }
  /** Checks whether the name was changed. */
  const find = async (username: string): Promise<void> => {
    await verifyChange(session, user => user.username === username)
    invalidateName()
  }
  const update = async (username: string): Promise<void> => {
    const before = session.getState().user
    try {
      const user: Partial<User> | null = await mutateAsync({ body: { new_username: username } })
      // Runtime check of the response.
      if (typeof user?.username !== 'string')
        throw new ApiError({ kind: 'badResponse', operation: 'updateUsername' })
      applyUserChange(session, before, user)
      invalidateName()
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error
      setVerifying(true)
      await find(username).finally(() => setVerifying(false))
    }
  }
  return { update, find, isPending: isPending || isVerifying }
}

/** Changes the password or sets the first one, and updates the session. */
export const useUpdatePassword = () => {
  const { session } = useSession()
  const { mutateAsync, reset, isPending } = useMutation({ ...mutation('updatePassword'), gcTime: 0 })
  const find = () => verifyChange(session, user => !user.no_password)
  const update = async (body: { old_password?: string; new_password: string }): Promise<void> => {
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
