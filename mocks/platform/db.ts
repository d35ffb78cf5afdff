import { type Clock, type ClockStore, createClock, machineNow } from './clock'
import { type Content, contentOf } from './content'
import { applyChanges, type Changes, changesSince } from './deltas'
import { Faults } from './faults'
import { flagTexts } from './flags'
import type { SettingsRow } from './rows'
import { type ScenarioName, scenarios } from './scenarios'
import { seedPersonas } from './seed-personas'
import { createRecorder, type Recorder } from './table'
import { createTables, type Tables } from './tables'

/** How a database is begun. The same options with the same calls give the same bytes. */
export interface DbOptions {
  /** Default 1. */
  seed?: string | number
  /** Default `default`. */
  scenario?: ScenarioName
  /** Virtual milliseconds since the epoch at which the database begins; default the machine's time. */
  startedAt?: number
  /** Machine milliseconds since the epoch that `startedAt` belongs to; default the machine's time. */
  clockAnchor?: number
  /** The machine's clock; replaced by tests of hosts. */
  machineNow?: () => number
  settings?: Partial<SettingsRow>
}

/** A whole database as data: enough to make an equal one. */
export interface Snapshot {
  seed: string
  scenario: ScenarioName
  startedAt: number
  changes: Changes
}

/** One simulated platform: its state, its time, its rules' memory. No state lives outside of it. */
export interface Db {
  readonly seed: string
  readonly scenario: ScenarioName
  readonly startedAt: number
  readonly content: Content
  readonly tables: Tables
  readonly clock: Clock
  readonly faults: Faults
  /** Values derived from tables, by the module that derives them. */
  readonly memo: Map<string, { key: string; value: unknown }>
  /** Grows with every changed row. */
  readonly version: number
  readonly settings: SettingsRow
  /** Virtual milliseconds since the epoch. */
  now(): number
  /** Milliseconds since the epoch by the clock of the machine, for what no virtual time may stop. */
  machineNow(): number
  /** The next id of a kind: 1001, 1002, … apart from the seeded ones. */
  nextId(kind: string): number
  /** The right flags of a task for one person, in the order of the task's flags. Throws for an unknown task. */
  flagsOf(userId: number, groupId: number, taskId: number): string[]
  changesSince(version: number): Changes
  apply(changes: Changes): void
  exportSnapshot(): Snapshot
}

const defaultSettings: SettingsRow = {
  accessLifetimeSeconds: 300,
  refreshLifetimeSeconds: 30 * 24 * 3600,
  refreshGraceSeconds: 15,
  emailConfirmsAfterSeconds: null,
  isLmsEnabled: true,
  isLmsCourseMissing: false,
  doesBankRefuse: false,
  bankOrigin: null,
  admitsAfterSeconds: null,
  isMailWorking: true,
  labStarts: 'usual',
  isTerminalHostBroken: false,
  isTerminalExclusive: false,
  crowds: {},
  latency: 'none',
  network: 'online',
  chaos: null,
  start: null,
  dbName: null,
}

/** Makes a database and lays its seed: courses, personas and their progress. */
export function createDb(options: DbOptions = {}): Db {
  const recorder = createRecorder()
  const tables = createTables(recorder)
  const readMachine = options.machineNow ?? machineNow
  const anchor = options.clockAnchor ?? readMachine()
  const startedAt = options.startedAt ?? anchor
  tables.clock.put('clock', { base: startedAt, anchor, speed: 1 })
  tables.settings.put('settings', { ...defaultSettings, ...options.settings })
  const scenario = options.scenario ?? 'default'
  const db = assemble({
    seed: String(options.seed ?? 1),
    scenario,
    startedAt,
    tables,
    recorder,
    readMachine,
  })
  seedPersonas(db)
  scenarios[scenario](db)
  recorder.isRecording = true
  return db
}

/** Makes the database that a snapshot was taken of. */
export function importSnapshot(snapshot: Snapshot, options: DbOptions = {}): Db {
  const { seed, scenario, startedAt, changes } = snapshot
  const db = createDb({ ...options, seed, scenario, startedAt, clockAnchor: startedAt })
  db.apply(changes)
  return db
}

interface Parts {
  seed: string
  scenario: ScenarioName
  startedAt: number
  tables: Tables
  recorder: Recorder
  readMachine: () => number
}

function assemble({ seed, scenario, startedAt, tables, recorder, readMachine }: Parts): Db {
  const clock = createClock(clockStore(tables, readMachine))
  const db: Db = {
    seed,
    scenario,
    startedAt,
    content: contentOf(scenario),
    tables,
    clock,
    faults: new Faults(tables),
    memo: new Map(),
    get version() {
      return recorder.version
    },
    get settings() {
      return tables.settings.get('settings') ?? defaultSettings
    },
    now: clock.now,
    machineNow: readMachine,
    nextId(kind) {
      const last = (tables.counters.get(kind)?.last ?? 1000) + 1
      tables.counters.put(kind, { last })
      return last
    },
    flagsOf: (userId, groupId, taskId) => flagTexts(db, userId, groupId, taskId),
    changesSince: version => changesSince(tables, recorder, version),
    apply: changes => applyChanges(tables, recorder, changes),
    exportSnapshot: () => ({ seed, scenario, startedAt, changes: wholeState(tables, recorder) }),
  }
  return db
}

/** Everything that differs from the seed, and the settings, which are the host's and not the seed's. */
function wholeState(tables: Tables, recorder: Recorder): Changes {
  const { version, rows } = changesSince(tables, recorder, 0)
  // The name is of the server that the database stands in, which another one does not share.
  const settings = { ...defaultSettings, ...tables.settings.get('settings'), dbName: null }
  const others = rows.filter(({ table }) => table !== 'settings')
  return { version, rows: [...others, { table: 'settings', key: 'settings', row: settings }] }
}

function clockStore(tables: Tables, readMachine: () => number): ClockStore {
  return {
    read: () => {
      const state = tables.clock.get('clock')
      if (!state) throw new Error('The database has lost its clock.')
      return state
    },
    write: state => {
      tables.clock.put('clock', state)
    },
    machineNow: readMachine,
  }
}

/** A value derived from tables, made again only when their revisions (or anything else in the key) change. */
export function memoised<Value>(db: Db, name: string, key: string, make: () => Value): Value {
  const known = db.memo.get(name)
  if (known?.key === key) return known.value as Value
  const value = make()
  db.memo.set(name, { key, value })
  return value
}

export type { UserRow } from './rows'
