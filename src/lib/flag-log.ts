import { storage } from './storage'
import type { UserKey } from './user-key'

export interface FlagPlace {
  userId: UserKey
  groupId: number
  taskId: number
}

/** With 22 characters a hash this stays well below what the registry accepts. */
const kept = 500
const hashBytes = 16

const hashes = (): string[] => storage.get('flagship.flagLog')?.split(' ').filter(Boolean) ?? []

/** Null where the browser hashes nothing, as on a page without https: then nothing is remembered. */
const hashOf = async ({ userId, groupId, taskId }: FlagPlace, flag: string): Promise<string | null> => {
  try {
    // The server does not count spaces at the ends either.
    const salted = new TextEncoder().encode(`${userId}/${groupId}/${taskId}/${flag.trim()}`)
    const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', salted))
    return btoa(String.fromCharCode(...digest.slice(0, hashBytes))).replace(/=+$/, '')
  } catch {
    return null
  }
}

const hashesOf = (place: FlagPlace, flags: readonly string[]): Promise<(string | null)[]> =>
  Promise.all(flags.map(flag => hashOf(place, flag)))

/**
 * Which of one's own flags were wrong, by salted hashes: the flags themselves are kept nowhere (reliability V06), and
 * whoever reads the hashes learns nothing about another task or person.
 */
export const flagLog = {
  /** Those of the flags that were sent before and were wrong. */
  async wrongOf(place: FlagPlace, flags: readonly string[]): Promise<Set<string>> {
    const known = new Set(hashes())
    if (known.size === 0) return new Set()
    const found = await hashesOf(place, flags)
    return new Set(flags.filter((_, at) => known.has(found[at] ?? '')))
  },

  /** Keeps the wrong ones, newest last, and forgets those that turned out right: a flag may change with its lab. */
  async note(
    place: FlagPlace,
    verdicts: { wrong: readonly string[]; right: readonly string[] },
  ): Promise<void> {
    const [wrong, right] = await Promise.all([
      hashesOf(place, verdicts.wrong),
      hashesOf(place, verdicts.right),
    ])
    const touched = new Set([...wrong, ...right])
    const rest = hashes().filter(hash => !touched.has(hash))
    const next = [...rest, ...new Set(wrong)].filter(hash => hash !== null).slice(-kept)
    if (next.join(' ') !== hashes().join(' ')) storage.set('flagship.flagLog', next.join(' '))
  },
}
