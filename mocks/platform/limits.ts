import type { Db } from './db'

/** How many misses are forgiven in how long. */
export interface Limit {
  misses: number
  windowSeconds: number
}

/** Wrong flags of one person at one task. */
export const flagLimit: Limit = { misses: 10, windowSeconds: 60 }
/** Wrong passwords for one username. */
export const loginLimit: Limit = { misses: 20, windowSeconds: 60 }
/** Messages of one person to the team. */
export const feedbackLimit: Limit = { misses: 5, windowSeconds: 60 }
/** Messages of one purpose to one address. */
export const mailLimit: Limit = { misses: 1, windowSeconds: 60 }

function recent(db: Db, key: string, limit: Limit): number[] {
  const since = db.now() - limit.windowSeconds * 1000
  return (db.tables.limits.get(key)?.misses ?? []).filter(at => at > since)
}

/** Misses still forgiven. */
export function missesLeft(db: Db, key: string, limit: Limit): number {
  return Math.max(0, limit.misses - recent(db, key, limit).length)
}

/** Whole seconds until the next miss is forgiven again; 0 when one still is. */
export function secondsToWait(db: Db, key: string, limit: Limit): number {
  const misses = recent(db, key, limit)
  const oldest = misses[misses.length - limit.misses]
  if (oldest === undefined) return 0
  return Math.max(1, Math.ceil((oldest + limit.windowSeconds * 1000 - db.now()) / 1000))
}

export function noteMiss(db: Db, key: string, limit: Limit, times = 1): void {
  const misses = recent(db, key, limit)
  for (let count = 0; count < times; count++) misses.push(db.now())
  db.tables.limits.put(key, { misses })
}
