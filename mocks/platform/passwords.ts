import type { Db } from './db'
import { digest } from './digest'

/** Keeps plain-text passwords out of snapshots. */
export function hashPassword(db: Pick<Db, 'seed'>, userId: number, password: string): string {
  return digest(32, db.seed, 'password', userId, password)
}
