import type { ErrorKind } from '../api/errors'

/** What can stand in the ledger of an exam's connection (ux §4, cockpit). */
const ledgerKinds = [
  /** From the last answer before to the first answer after, once two calls in a row had none. */
  'gap',
  /** A flag was sent and no answer came: whether it arrived is not known here. Its text is never kept. */
  'unsent',
  'failure',
  /** What had failed was asked again and an answer came. */
  'retry',
  /** The device itself said that it had no network. */
  'offline',
  'hidden',
  'asleep',
  /** The page was opened or reloaded during the exam. */
  'opened',
] as const

type LedgerKind = (typeof ledgerKinds)[number]

/** One line. Moments are milliseconds since the epoch by the server's clock; `from` is never after `to`. */
export interface LedgerEntry {
  id: string
  /** Number of the attempt. */
  attempt: number
  kind: LedgerKind
  from: number
  to: number
  /** It lasts; `to` is when it was last known to. */
  isOpen?: true
  /** Method and path of the contract, as in `get /groups/{id}`: no numbers, no links. */
  operation?: string
  task?: number
  failure?: ErrorKind
  status?: number
  /** The call had failed before. */
  isAgain?: true
}

export interface Ledger {
  /** By their beginning. */
  entries: readonly LedgerEntry[]
  /** How many ordinary entries had to go for want of room, by attempt. */
  dropped: Readonly<Record<string, number>>
}

/** With the longest entry this stays below what the registry of the storage accepts. */
export const mostEntries = 300

const longestTime = 8.64e15
const errorKinds: readonly unknown[] = ['offline', 'network', 'timeout', 'aborted', 'badResponse', 'http']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= longestTime

const isOperation = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 80 && /^[a-z]+ [\w/{}-]+$/.test(value)

/** Takes over what an entry may hold and nothing else: storage can be written by anybody at this device. */
const readEntry = (value: unknown): LedgerEntry | null => {
  if (!isRecord(value)) return null
  const { id, attempt, kind, from, to, isOpen, operation, task, failure, status, isAgain } = value
  if (typeof id !== 'string' || !/^[\w-]{1,40}$/.test(id) || !isCount(attempt)) return null
  if (!ledgerKinds.some(one => one === kind) || !isTime(from) || !isTime(to) || from > to) return null
  return {
    id,
    attempt,
    kind: kind as LedgerKind,
    from,
    to,
    ...(isOpen === true && { isOpen }),
    ...(isOperation(operation) && { operation }),
    ...(isCount(task) && { task }),
    ...(errorKinds.includes(failure) && { failure: failure as ErrorKind }),
    ...(isCount(status) && status < 1000 && { status }),
    ...(isAgain === true && { isAgain }),
  }
}

const parseText = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** What the storage holds; empty where it is nothing that can be read. Never throws. */
export const parseLedger = (text: string | null): Ledger => {
  const value = parseText(text)
  if (!isRecord(value) || !Array.isArray(value.entries)) return { entries: [], dropped: {} }
  const dropped = Object.entries(isRecord(value.dropped) ? value.dropped : {})
    .filter((pair): pair is [string, number] => /^[1-9]\d{0,15}$/.test(pair[0]) && isCount(pair[1]))
    .slice(0, mostEntries)
  const entries = value.entries.map(readEntry).filter(entry => entry !== null)
  return mergeLedger({ entries: [], dropped: Object.fromEntries(dropped) }, entries)
}

const byTime = (a: LedgerEntry, b: LedgerEntry): number => a.from - b.from || (a.id < b.id ? -1 : 1)

/** Two tabs see one outage: what overlaps is one gap. */
const join = (a: LedgerEntry, b: LedgerEntry): LedgerEntry => {
  const { isOpen: _, ...rest } = a.from <= b.from ? a : b
  const last = b.to >= a.to ? b : a
  return { ...rest, to: last.to, ...(last.isOpen && { isOpen: true as const }) }
}

const joinGaps = (gaps: readonly LedgerEntry[]): LedgerEntry[] => {
  const joined: LedgerEntry[] = []
  for (const gap of [...gaps].sort(byTime)) {
    const at = joined.findLastIndex(({ attempt }) => attempt === gap.attempt)
    const before = joined[at]
    if (before && gap.from <= before.to) joined[at] = join(before, gap)
    else joined.push(gap)
  }
  return joined
}

/** What a candidate's hours may hang on; the rest is how it came about. */
export const isEvidence = ({ kind }: LedgerEntry): boolean => kind === 'gap' || kind === 'unsent'

/** Makes room: the oldest ordinary entries go first, gaps and unsent flags last. */
const thin = (entries: readonly LedgerEntry[], dropped: Ledger['dropped']): Ledger => {
  const surplus = entries.length - mostEntries
  if (surplus <= 0) return { entries, dropped }
  const order = [...entries.filter(one => !isEvidence(one)), ...entries.filter(isEvidence)]
  const gone = new Set(order.slice(0, surplus))
  const counts = new Map(Object.entries(dropped))
  for (const { attempt } of gone) counts.set(String(attempt), (counts.get(String(attempt)) ?? 0) + 1)
  return { entries: entries.filter(one => !gone.has(one)), dropped: Object.fromEntries(counts) }
}

/**
 * Puts entries in, each in place of the one of the same id: sorted, with gaps that never overlap, and at most
 * `mostEntries`. A gap never gets shorter, because another tab may have seen more of it.
 */
export const mergeLedger = (ledger: Ledger, changes: readonly LedgerEntry[]): Ledger => {
  const all = new Map(ledger.entries.map(entry => [entry.id, entry]))
  for (const change of changes) {
    const before = all.get(change.id)
    const isLonger = before?.kind === 'gap' && change.kind === 'gap' && before.attempt === change.attempt
    all.set(change.id, isLonger ? join(before, change) : change)
  }
  const entries = [...all.values()]
  const gaps = joinGaps(entries.filter(({ kind }) => kind === 'gap'))
  const rest = entries.filter(({ kind }) => kind !== 'gap')
  return thin([...rest, ...gaps].sort(byTime), ledger.dropped)
}

/** Whole seconds between the two seconds that are shown, so that a reader's own sum is right. */
export const secondsOf = ({ from, to }: Pick<LedgerEntry, 'from' | 'to'>): number =>
  Math.floor(to / 1000) - Math.floor(from / 1000)

export interface LedgerSummary {
  gaps: number
  /** Of all gaps, in seconds. */
  away: number
  unsent: number
}

export const summaryOf = (entries: readonly LedgerEntry[]): LedgerSummary => {
  const gaps = entries.filter(({ kind }) => kind === 'gap')
  return {
    gaps: gaps.length,
    away: gaps.reduce((sum, gap) => sum + secondsOf(gap), 0),
    unsent: entries.filter(({ kind }) => kind === 'unsent').length,
  }
}
