import type { Db } from './db'
import { digest } from './digest'

/** A keyed digest, so that no snapshot of the database carries a password in the clear. */
export function hashPassword(db: Pick<Db, 'seed'>, userId: number, password: string): string {
  return digest(32, db.seed, 'password', userId, password)
}
