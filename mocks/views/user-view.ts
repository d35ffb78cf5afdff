import type { User } from '../../src/api/schema.gen'
import type { UserRow } from '../platform/db'

export function viewUser(user: UserRow): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    email_verified: user.email_verified,
    no_password: user.password_hash === null,
    ...(user.first_name && { first_name: user.first_name }),
    ...(user.last_name && { last_name: user.last_name }),
  }
}
