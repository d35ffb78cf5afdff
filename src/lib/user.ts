/** Identifies a user: the id, or `@username` on a platform without ids. */
export type UserKey = number | string

export const userKey = ({ id, username }: { id?: unknown; username: string }): UserKey =>
  typeof id === 'number' && Number.isSafeInteger(id) ? id : `@${username}`

type User = Parameters<typeof userKey>[0] | null

export const isSameUser = (one: User, other: User): boolean =>
  (one && userKey(one)) === (other && userKey(other))
