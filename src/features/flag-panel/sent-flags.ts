import { drafts } from '../../lib/drafts'
import { maskFlag } from '../../lib/flag-mask'
import { serverClock } from '../../lib/server-clock'
import type { UserKey } from '../../lib/user-key'
import type { VerdictLook } from './verdict'

/** One own submission; the flag itself is not kept, only what its owner recognises it by. */
export interface SentFlag {
  /** Milliseconds since the epoch, by the server's clock. */
  at: number
  masked: string
  look: VerdictLook
}

const kept = 50
const looks: readonly unknown[] = ['correct', 'incorrect', 'repeated', 'unknown'] satisfies VerdictLook[]

const isSentFlag = (value: unknown): value is SentFlag => {
  if (typeof value !== 'object' || value === null) return false
  const { at, masked, look } = value as Partial<Record<keyof SentFlag, unknown>>
  return Number.isFinite(at) && typeof masked === 'string' && masked.length < 60 && looks.includes(look)
}

const parse = (raw: string): SentFlag[] => {
  try {
    const value: unknown = JSON.parse(raw)
    return Array.isArray(value) ? value.filter(isSentFlag) : []
  } catch {
    return []
  }
}

const keyOf = (place: string) => `${place}.sent`

/** What this person sent for a task in this tab, oldest first. */
export const readSentFlags = (userId: UserKey, place: string): SentFlag[] =>
  parse(drafts.get(userId, keyOf(place)))

/** Keeps the verdicts with masked flags; returns the whole list. */
export const addSentFlags = (
  userId: UserKey,
  place: string,
  verdicts: readonly { flag: string; look: VerdictLook }[],
): SentFlag[] => {
  const at = serverClock.now()
  const fresh = verdicts.map(({ flag, look }) => ({ at, masked: maskFlag(flag), look }))
  const all = [...readSentFlags(userId, place), ...fresh].slice(-kept)
  drafts.set(userId, keyOf(place), JSON.stringify(all))
  return all
}
