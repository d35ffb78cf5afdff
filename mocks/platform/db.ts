import type { Clock } from './clock'
import type { Content } from './content'
import type { FaultQueue } from './fault-queue'
import type { SettingsRow } from './rows'
import type { ScenarioName } from './scenario-names'
import type { RowChange, Tables } from './tables'

/** A database as data. */
export interface Snapshot {
  seed: string
  scenario: ScenarioName
  startedAt: number
  changes: Changes
}

/** The state of one simulated platform, including its clock. There is no state outside of it. */
export interface Db {
  readonly seed: string
  readonly scenario: ScenarioName
  readonly startedAt: number
  readonly content: Content
  readonly tables: Tables
  readonly clock: Clock
  readonly faults: FaultQueue
  /** See `memoize`. */
  readonly memo: Map<string, { key: string; value: unknown }>
  /** Increases with every changed row. */
  readonly version: number
  readonly settings: SettingsRow
  /** Virtual milliseconds since the epoch. */
  now(): number
  /** Machine milliseconds since the epoch, for what must not depend on virtual time. */
  machineNow(): number
  /** The next id of a kind: 1001, 1002, … (seeded rows have smaller ones). */
  nextId(kind: string): number
  /** The user's correct flags of a task, in the order of its flags. Throws for an unknown task. */
  getFlags(userId: number, groupId: number, taskId: number): string[]
  changesSince(version: number): Changes
  apply(changes: Changes): void
  exportSnapshot(): Snapshot
}

/** The difference between two versions of a database. */
export interface Changes {
  /** The version after the changes. */
  version: number
  rows: RowChange[]
}

/** A value derived from tables, recomputed only when the key (usually their revisions) changes. */
export function memoize<Value>(db: Db, name: string, key: string, make: () => Value): Value {
  const known = db.memo.get(name)
  if (known?.key === key) return known.value as Value
  const value = make()
  db.memo.set(name, { key, value })
  return value
}

export type { UserRow } from './rows'
