import type { Db } from './db'

/** A rate limit: how many tries per window. */
export interface Limit {
  misses: number
  windowSeconds: number
}

/** Wrong flags per user and task. */
export const flagLimit: Limit = { misses: 10, windowSeconds: 60 }
/** Wrong passwords per username. */
export const loginLimit: Limit = { misses: 20, windowSeconds: 60 }
/** Messages per user. */
export const feedbackLimit: Limit = { misses: 5, windowSeconds: 60 }
/** Emails per user and purpose. */
export const emailLimit: Limit = { misses: 1, windowSeconds: 60 }

function recentMisses(db: Db, key: string, limit: Limit): number[] {
  const since = db.now() - limit.windowSeconds * 1000
  return (db.tables.limits.get(key)?.misses ?? []).filter(at => at > since)
}

export function getMissesLeft(db: Db, key: string, limit: Limit): number {
  return Math.max(0, limit.misses - recentMisses(db, key, limit).length)
}

/** Whole seconds until the next try is accepted; 0 when it is now. */
export function getRetryAfterSeconds(db: Db, key: string, limit: Limit): number {
  const misses = recentMisses(db, key, limit)
  const oldest = misses[misses.length - limit.misses]
  if (oldest === undefined) return 0
  return Math.max(1, Math.ceil((oldest + limit.windowSeconds * 1000 - db.now()) / 1000))
}

export function recordMiss(db: Db, key: string, limit: Limit, times = 1): void {
  const misses = recentMisses(db, key, limit)
  for (let count = 0; count < times; count++) misses.push(db.now())
  db.tables.limits.put(key, { misses })
}
