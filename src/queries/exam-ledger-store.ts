import { type Locks, withLock } from '../api/with-lock'
import { type Clock, clock } from '../lib/clock'
import { createListeners } from '../lib/create-listeners'
import { type AppStorage, storage } from '../lib/storage'
import { type LedgerEntry, mergeLedger, parseLedger } from './exam-ledger-entries'

interface StoreDeps {
  storage: AppStorage
  clock: Clock
  /** Null where Web Locks are not supported. */
  locks: () => Locks | null
  /** Target of the other tabs' `storage` events. */
  events: () => EventTarget | null
}

const STORAGE_KEY = 'flagship.examLedger'
/** A write takes less than a millisecond. */
const LOCK_TIMEOUT_MS = 2000

/** The log in `localStorage`, shared by all tabs: each write reads it again and merges by id. */
export const createLedgerStore = (deps: StoreDeps) => {
  const listeners = createListeners()
  let pending: LedgerEntry[] = []
  let isFlushing = false
  let life = new AbortController()

  const write = (): void => {
    const changes = pending
    pending = []
    if (changes.length === 0) return
    const next = mergeLedger(parseLedger(deps.storage.get(STORAGE_KEY)), changes)
    deps.storage.set(STORAGE_KEY, JSON.stringify(next))
    listeners.emit()
  }

  const flush = async (): Promise<void> => {
    if (isFlushing) return
    isFlushing = true
    const wait = { clock: deps.clock, timeoutMs: LOCK_TIMEOUT_MS, signal: life.signal }
    try {
      while (pending.length > 0) await withLock(deps.locks(), STORAGE_KEY, wait, async () => write())
    } catch {
      // Write without the lock rather than lose evidence, unless the wait was cancelled.
      if (!wait.signal.aborted) write()
    } finally {
      isFlushing = false
      // Added while the wait was cancelled.
      if (pending.length > 0) void flush()
    }
  }

  return {
    /** The stored text; identical until something changes. */
    text: (): string | null => deps.storage.get(STORAGE_KEY),

    /** Adds or changes entries as soon as no other tab is writing. */
    commit(changes: readonly LedgerEntry[]): void {
      pending.push(...changes)
      void flush()
    },

    /** Writes immediately, because the page is being closed. */
    commitNow(changes: readonly LedgerEntry[]): void {
      pending.push(...changes)
      write()
    },

    /** Drops pending entries of a user who has signed out. */
    forget(): void {
      pending = []
      life.abort()
      life = new AbortController()
    },

    /** Called for changes by this and other tabs. */
    subscribe(listener: () => void): () => void {
      const events = deps.events()
      const onStorage = (event: Event) => {
        const changed = (event as StorageEvent).key
        if (changed === STORAGE_KEY || changed === null) listener()
      }
      const unsubscribe = listeners.subscribe(listener)
      events?.addEventListener('storage', onStorage)
      return () => {
        unsubscribe()
        events?.removeEventListener('storage', onStorage)
      }
    },
  }
}

export type LedgerStore = ReturnType<typeof createLedgerStore>

export const examLedger = createLedgerStore({
  storage,
  clock,
  locks: () => globalThis.navigator?.locks ?? null,
  events: () => (typeof window === 'undefined' ? null : window),
})
