import type { ErrorKind } from '../../api/errors'
import { type Locks, withLock } from '../../api/with-lock'
import { clock } from '../../lib/clock'
import { isRecord } from '../../lib/is-record'
import { createListeners } from '../../lib/listeners'
import { withOtherTabs } from '../../lib/other-tabs'
import { type AppStorage, storage } from '../../lib/storage'
import { parseStoredRecord } from '../../lib/stored-value'

/** Kinds of entries in the connection log of an exam. */
const LEDGER_KINDS = [
  /** From the last response before to the first response after at least two failures in a row. */
  'gap',
  /** A submitted flag without a response: it may have arrived. The flag itself is never stored. */
  'unsent',
  'failure',
  /** A call that had failed succeeded. */
  'retry',
  /** The browser reported no network. */
  'offline',
  'hidden',
  'asleep',
  /** The page was opened or reloaded during the exam. */
  'opened',
] as const

type LedgerKind = (typeof LEDGER_KINDS)[number]

/** One entry. Times are server time in milliseconds; `from` is never after `to`. */
export interface LedgerEntry {
  id: string
  /** Id of the attempt. */
  attempt: number
  kind: LedgerKind
  from: number
  to: number
  /** Still going on; `to` is the last time it was observed. */
  isOpen?: true
  /** Operation of the contract. */
  operation?: string
  task?: number
  failure?: ErrorKind
  status?: number
  /** The call had failed before. */
  isAgain?: true
}

export interface Ledger {
  /** In order of their start. */
  entries: readonly LedgerEntry[]
  dropped: Readonly<Record<string, number>>
}

/** Keeps the text below the limit of the storage registry. */
export const MAX_ENTRIES = 300

const MAX_TIME_MS = 8.64e15
const ERROR_KINDS: readonly unknown[] = ['offline', 'network', 'timeout', 'aborted', 'badResponse', 'http']

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_TIME_MS

const isOperation = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-zA-Z]{1,80}$/.test(value)

/** Validates an entry and drops unknown fields: anyone can edit `localStorage` on this device. */
const parseEntry = (value: unknown): LedgerEntry | null => {
  if (!isRecord(value)) return null
  const { id, attempt, kind, from, to, isOpen, operation, task, failure, status, isAgain } = value
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || !isCount(attempt)) return null
  if (!LEDGER_KINDS.some(one => one === kind) || !isTime(from) || !isTime(to) || from > to) return null
  return {
    id,
    attempt,
    kind: kind as LedgerKind,
    from,
    to,
    ...(isOpen === true && { isOpen }),
    ...(isOperation(operation) && { operation }),
    ...(isCount(task) && { task }),
    ...(ERROR_KINDS.includes(failure) && { failure: failure as ErrorKind }),
    ...(isCount(status) && status < 1000 && { status }),
    ...(isAgain === true && { isAgain }),
  }
}

/** Parses the stored text; empty when unreadable. Never throws. */
export const parseLedger = (text: string | null): Ledger => {
  const value = parseStoredRecord(text)
  if (!Array.isArray(value.entries)) return { entries: [], dropped: {} }
  const dropped = Object.entries(isRecord(value.dropped) ? value.dropped : {})
    .filter((pair): pair is [string, number] => /^[1-9]\d{0,15}$/.test(pair[0]) && isCount(pair[1]))
    .slice(0, MAX_ENTRIES)
  const entries = value.entries.map(parseEntry).filter(entry => entry !== null)
  return mergeLedger({ entries: [], dropped: Object.fromEntries(dropped) }, entries)
}

const byTime = (a: LedgerEntry, b: LedgerEntry): number => a.from - b.from || (a.id < b.id ? -1 : 1)

/** Overlapping gaps are one outage seen by two tabs. */
const mergeEntries = (a: LedgerEntry, b: LedgerEntry): LedgerEntry => {
  const { isOpen: _, ...rest } = a.from <= b.from ? a : b
  const last = b.to >= a.to ? b : a
  return { ...rest, to: last.to, ...(last.isOpen && { isOpen: true as const }) }
}

const mergeGaps = (gaps: readonly LedgerEntry[]): LedgerEntry[] => {
  const joined: LedgerEntry[] = []
  for (const gap of [...gaps].sort(byTime)) {
    const at = joined.findLastIndex(({ attempt }) => attempt === gap.attempt)
    const before = joined[at]
    if (before && gap.from <= before.to) joined[at] = mergeEntries(before, gap)
    else joined.push(gap)
  }
  return joined
}

/** Entries that matter for an appeal; the others are context. */
export const isEvidence = ({ kind }: LedgerEntry): boolean => kind === 'gap' || kind === 'unsent'

/** Drops the oldest ordinary entries first; gaps and unsent flags last. */
const dropOldest = (entries: readonly LedgerEntry[], dropped: Ledger['dropped']): Ledger => {
  const surplus = entries.length - MAX_ENTRIES
  if (surplus <= 0) return { entries, dropped }
  const order = [...entries.filter(one => !isEvidence(one)), ...entries.filter(isEvidence)]
  const removed = new Set(order.slice(0, surplus))
  const counts = new Map(Object.entries(dropped))
  for (const { attempt } of removed) counts.set(String(attempt), (counts.get(String(attempt)) ?? 0) + 1)
  return { entries: entries.filter(one => !removed.has(one)), dropped: Object.fromEntries(counts) }
}

/** Merges entries by id, sorted, with disjoint gaps. A gap never shrinks: another tab may have seen more of it. */
export const mergeLedger = (ledger: Ledger, changes: readonly LedgerEntry[]): Ledger => {
  const all = new Map(ledger.entries.map(entry => [entry.id, entry]))
  for (const change of changes) {
    const before = all.get(change.id)
    const areBothGaps = before?.kind === 'gap' && change.kind === 'gap' && before.attempt === change.attempt
    all.set(change.id, areBothGaps ? mergeEntries(before, change) : change)
  }
  const entries = [...all.values()]
  const gaps = mergeGaps(entries.filter(({ kind }) => kind === 'gap'))
  const rest = entries.filter(({ kind }) => kind !== 'gap')
  return dropOldest([...rest, ...gaps].sort(byTime), ledger.dropped)
}

interface StoreDeps {
  storage: AppStorage
  /** Null where Web Locks are not supported. */
  locks: () => Locks | null
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
    const wait = { clock, timeoutMs: LOCK_TIMEOUT_MS, signal: life.signal }
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
    subscribe: withOtherTabs(STORAGE_KEY, listeners.subscribe),
  }
}

export type LedgerStore = ReturnType<typeof createLedgerStore>

export const examLedger = createLedgerStore({
  storage,
  locks: () => globalThis.navigator?.locks ?? null,
})
