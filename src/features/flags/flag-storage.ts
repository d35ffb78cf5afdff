import type { TaskRef } from '../../api/task-ref'
import { drafts } from '../../lib/drafts'
import { isRecord } from '../../lib/is-record'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import { parseStoredList } from '../../lib/stored-value'
import type { UserKey } from '../../lib/user'
import { type Outcome, VERDICTS, type VerdictVariant } from './model'
import { maskFlag } from './preflight'

export interface FlagTarget extends TaskRef {
  userId: UserKey
}

/** 500 hashes of 22 characters stay below the limit of the storage registry. */
const MAX_HASHES = 500
const HASH_BYTES = 16

const readHashes = (): string[] => storage.get('flagship.flagLog')?.split(' ').filter(Boolean) ?? []

/** Null where `crypto.subtle` is missing, as without https. */
const hashFlag = async ({ userId, groupId, taskId }: FlagTarget, flag: string): Promise<string | null> => {
  try {
    // The server trims flags too.
    const salted = new TextEncoder().encode(`${userId}/${groupId}/${taskId}/${flag.trim()}`)
    const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', salted))
    return btoa(String.fromCharCode(...digest.slice(0, HASH_BYTES))).replace(/=+$/, '')
  } catch {
    return null
  }
}

const hashFlags = (target: FlagTarget, flags: readonly string[]): Promise<(string | null)[]> =>
  Promise.all(flags.map(flag => hashFlag(target, flag)))

/** Remembers which flags were wrong, as hashes salted by user and task; the flags themselves are never stored (V06). */
export const flagLog = {
  /** Those of the flags that were submitted before and were wrong. */
  async findWrong(target: FlagTarget, flags: readonly string[]): Promise<Set<string>> {
    const known = new Set(readHashes())
    if (known.size === 0) return new Set()
    const found = await hashFlags(target, flags)
    return new Set(flags.filter((_, at) => known.has(found[at] ?? '')))
  },

  /** Adds the wrong ones, newest last, and removes the right ones: a flag may change with its lab. */
  async record(
    target: FlagTarget,
    verdicts: { wrong: readonly string[]; right: readonly string[] },
  ): Promise<void> {
    const [wrong, right] = await Promise.all([
      hashFlags(target, verdicts.wrong),
      hashFlags(target, verdicts.right),
    ])
    const updated = new Set([...wrong, ...right])
    const others = readHashes().filter(hash => !updated.has(hash))
    const next = [...others, ...new Set(wrong)].filter(hash => hash !== null).slice(-MAX_HASHES)
    if (next.join(' ') !== readHashes().join(' ')) storage.set('flagship.flagLog', next.join(' '))
  },
}

/** A past submission. Only a masked flag is stored. */
export interface SentFlag {
  /** Server time in milliseconds. */
  at: number
  masked: string
  /** Part of the stored format. */
  look: VerdictVariant
}

const MAX_SENT_FLAGS = 50

const isSentFlag = (value: unknown): value is SentFlag =>
  isRecord(value) &&
  Number.isFinite(value.at) &&
  typeof value.masked === 'string' &&
  value.masked.length < 60 &&
  VERDICTS.some(verdict => verdict === value.look)

/** Of `drafts`, which are kept per user. */
export const getDraftKey = ({ groupId, taskId }: TaskRef): string => `flag.${groupId}.${taskId}`

const getSentKey = (target: FlagTarget): string => `${getDraftKey(target)}.sent`

/** Oldest first, from this tab's drafts. */
export const readSentFlags = (target: FlagTarget): SentFlag[] =>
  parseStoredList(drafts.get(target.userId, getSentKey(target))).filter(isSentFlag)

/** Returns the whole list. */
export const addSentFlags = (target: FlagTarget, verdicts: Outcome['rows']): SentFlag[] => {
  const at = serverClock.now()
  const added = verdicts.map(({ flag, variant }) => ({ at, masked: maskFlag(flag), look: variant }))
  const all = [...readSentFlags(target), ...added].slice(-MAX_SENT_FLAGS)
  drafts.set(target.userId, getSentKey(target), JSON.stringify(all))
  return all
}
