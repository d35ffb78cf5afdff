import { drafts } from '../../lib/drafts'
import { maskFlag } from '../../lib/flag-marks'
import { serverClock } from '../../lib/server-clock'
import type { UserKey } from '../../lib/user-key'
import type { VerdictVariant } from './verdict'

/** A past submission. Only a masked flag is stored. */
export interface SentFlag {
  /** Server time in milliseconds. */
  at: number
  masked: string
  /** Part of the stored format. */
  look: VerdictVariant
}

const MAX_SENT_FLAGS = 50
const VARIANTS: readonly unknown[] = [
  'correct',
  'incorrect',
  'repeated',
  'unknown',
] satisfies VerdictVariant[]

const isSentFlag = (value: unknown): value is SentFlag => {
  if (typeof value !== 'object' || value === null) return false
  const { at, masked, look } = value as Partial<Record<keyof SentFlag, unknown>>
  return Number.isFinite(at) && typeof masked === 'string' && masked.length < 60 && VARIANTS.includes(look)
}

const parse = (raw: string): SentFlag[] => {
  try {
    const value: unknown = JSON.parse(raw)
    return Array.isArray(value) ? value.filter(isSentFlag) : []
  } catch {
    return []
  }
}

const getStorageKey = (draftKey: string) => `${draftKey}.sent`

/** Oldest first, from this tab's drafts. */
export const readSentFlags = (userId: UserKey, draftKey: string): SentFlag[] =>
  parse(drafts.get(userId, getStorageKey(draftKey)))

/** Returns the whole list. */
export const addSentFlags = (
  userId: UserKey,
  draftKey: string,
  verdicts: readonly { flag: string; variant: VerdictVariant }[],
): SentFlag[] => {
  const at = serverClock.now()
  const added = verdicts.map(({ flag, variant }) => ({ at, masked: maskFlag(flag), look: variant }))
  const all = [...readSentFlags(userId, draftKey), ...added].slice(-MAX_SENT_FLAGS)
  drafts.set(userId, getStorageKey(draftKey), JSON.stringify(all))
  return all
}
