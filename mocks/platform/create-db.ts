import { createClock, machineNow } from './clock'
import { getContent } from './content'
import type { Changes, Db, Snapshot } from './db'
import { FaultQueue } from './fault-queue'
import { getFlags } from './flags'
import type { SettingsRow } from './rows'
import type { ScenarioName } from './scenario-names'
import { scenarios, seedPersonas } from './scenarios'
import { type ChangeLog, createChangeLog, createTables, type RowChange, type Tables } from './tables'

/** The same options and the same calls give identical bytes. */
export interface DbOptions {
  /** Default 1. */
  seed?: string | number
  /** Default `default`. */
  scenario?: ScenarioName
  /** Virtual milliseconds since the epoch; default the machine's time. */
  startedAt?: number
  /** The machine time that `startedAt` corresponds to, in milliseconds since the epoch; default now. */
  clockAnchor?: number
  /** Replaced by tests of hosts. */
  machineNow?: () => number
  settings?: Partial<SettingsRow>
}

const defaultSettings: SettingsRow = {
  accessLifetimeSeconds: 300,
  refreshLifetimeSeconds: 30 * 24 * 3600,
  refreshGraceSeconds: 30,
  emailConfirmsAfterSeconds: null,
  isLmsEnabled: true,
  isLmsCourseMissing: false,
  isBankRejecting: false,
  bankOrigin: null,
  admitsAfterSeconds: null,
  isMailWorking: true,
  labStarts: 'usual',
  isTerminalHostBroken: false,
  isTerminalExclusive: false,
  groupSizes: {},
  latency: 'none',
  network: 'online',
  chaos: null,
  start: null,
  dbName: null,
}

/** Creates a database with its seed data: courses, personas and their progress. */
export function createDb(options: DbOptions = {}): Db {
  const { scenario = 'default', machineNow: readMachine = machineNow } = options
  const seed = String(options.seed ?? 1)
  const anchor = options.clockAnchor ?? readMachine()
  const startedAt = options.startedAt ?? anchor
  const changeLog = createChangeLog()
  const tables = createTables(changeLog)
  tables.clock.put('clock', { base: startedAt, anchor, speed: 1 })
  tables.settings.put('settings', { ...defaultSettings, ...options.settings })
  const clock = createClock({
    read: () => {
      const state = tables.clock.get('clock')
      if (!state) throw new Error('The database has lost its clock.')
      return state
    },
    write: state => {
      tables.clock.put('clock', state)
    },
    machineNow: readMachine,
  })
  const db: Db = {
    seed,
    scenario,
    startedAt,
    content: getContent(scenario),
    tables,
    clock,
    faults: new FaultQueue(tables),
    memo: new Map(),
    get version() {
      return changeLog.version
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
    getFlags: (userId, groupId, taskId) => getFlags(db, userId, groupId, taskId),
    changesSince: version => changesSince(tables, changeLog, version),
    apply: changes => applyChanges(tables, changeLog, changes),
    exportSnapshot: () => ({ seed, scenario, startedAt, changes: wholeState(tables, changeLog) }),
  }
  seedPersonas(db)
  scenarios[scenario](db)
  changeLog.isRecording = true
  return db
}

/** Recreates the database of a snapshot. */
export function importSnapshot(snapshot: Snapshot, options: DbOptions = {}): Db {
  const { seed, scenario, startedAt, changes } = snapshot
  const db = createDb({ ...options, seed, scenario, startedAt, clockAnchor: startedAt })
  db.apply(changes)
  return db
}

/** Everything that differs from the seed data, and the settings, which come from the host. */
function wholeState(tables: Tables, changeLog: ChangeLog): Changes {
  const { version, rows } = changesSince(tables, changeLog, 0)
  // The name belongs to the server.
  const settings = { ...defaultSettings, ...tables.settings.get('settings'), dbName: null }
  const others = rows.filter(({ table }) => table !== 'settings')
  return { version, rows: [...others, { table: 'settings', key: 'settings', row: settings }] }
}

/** Rows changed after that version; version 0 gives everything that differs from the seed data. */
function changesSince(tables: Tables, changeLog: ChangeLog, version: number): Changes {
  const rows: RowChange[] = []
  for (const [table, keys] of changeLog.touched) {
    const source = tables[table as keyof Tables]
    for (const [key, changedAt] of keys) {
      if (changedAt > version) rows.push({ table, key, row: source.get(key) ?? null })
    }
  }
  return { version: changeLog.version, rows }
}

/** Applies changes of another copy of the same database; afterwards both are equal. */
function applyChanges(tables: Tables, changeLog: ChangeLog, changes: Changes): void {
  changeLog.version = Math.max(changeLog.version, changes.version)
  for (const { table, key, row } of changes.rows) {
    if (!Object.hasOwn(tables, table)) continue
    tables[table as keyof Tables].applyRow(key, row)
    const keys = changeLog.touched.get(table) ?? new Map<string, number>()
    changeLog.touched.set(table, keys.set(key, changes.version))
  }
}
