import { type Locks, withLock } from '../api/with-lock'
import { type Clock, clock } from '../lib/clock'
import { type AppStorage, storage } from '../lib/storage'
import { type LedgerEntry, mergeLedger, parseLedger } from './exam-ledger-entries'

interface StoreDeps {
  storage: AppStorage
  clock: Clock
  /** The origin's Web Locks, or null where they are absent. */
  locks: () => Locks | null
  /** Where the other tabs' `storage` events come from. */
  events: () => EventTarget | null
}

const key = 'flagship.examLedger'
/** Milliseconds to wait for another tab's write, which takes less than one. */
const longestWait = 2000

/** The ledger in local storage. All tabs of a person write to one: each write reads again and puts its entries in by id. */
export const createLedgerStore = (deps: StoreDeps) => {
  const listeners = new Set<() => void>()
  let queue: LedgerEntry[] = []
  let isFlushing = false
  let life = new AbortController()

  const write = (): void => {
    const changes = queue
    queue = []
    if (changes.length === 0) return
    const next = mergeLedger(parseLedger(deps.storage.get(key)), changes)
    deps.storage.set(key, JSON.stringify(next))
    for (const listener of [...listeners]) listener()
  }

  const flush = async (): Promise<void> => {
    if (isFlushing) return
    isFlushing = true
    const wait = { clock: deps.clock, limit: longestWait, signal: life.signal }
    try {
      while (queue.length > 0) await withLock(deps.locks(), key, wait, async () => write())
    } catch {
      // A lock that does not come free must not cost the evidence; one that is waited for in vain is no longer wanted.
      if (!wait.signal.aborted) write()
    } finally {
      isFlushing = false
      // What came in while the wait was given up.
      if (queue.length > 0) void flush()
    }
  }

  return {
    /** As it is stored; the same text as long as nothing changed. */
    text: (): string | null => deps.storage.get(key),

    /** Adds or changes entries, in their order, as soon as no other tab writes. */
    commit(changes: readonly LedgerEntry[]): void {
      queue.push(...changes)
      void flush()
    },

    /** Writes what waits at once: the page is about to go. */
    commitNow(changes: readonly LedgerEntry[]): void {
      queue.push(...changes)
      write()
    },

    /** Forgets what waits: it belongs to a person who has gone. */
    forget(): void {
      queue = []
      life.abort()
      life = new AbortController()
    },

    /** Hears of changes, this tab's and the others'. */
    subscribe(listener: () => void): () => void {
      const events = deps.events()
      const hear = (event: Event) => {
        const changed = (event as StorageEvent).key
        if (changed === key || changed === null) listener()
      }
      listeners.add(listener)
      events?.addEventListener('storage', hear)
      return () => {
        listeners.delete(listener)
        events?.removeEventListener('storage', hear)
      }
    },
  }
}

export type LedgerStore = ReturnType<typeof createLedgerStore>

/** The one ledger of this device. */
export const examLedger = createLedgerStore({
  storage,
  clock,
  locks: () => globalThis.navigator?.locks ?? null,
  events: () => (typeof window === 'undefined' ? null : window),
})
