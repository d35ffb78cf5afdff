import type { RowTypes } from './rows'

/** One changed row: `row` is null when it was deleted. */
export interface RowChange {
  table: string
  key: string
  row: object | null
}

/** Records which rows differ from the seed data, and since which version of the database. */
export interface ChangeLog {
  /** Increases by one with every change. */
  version: number
  /** False while seeding. */
  isRecording: boolean
  /** Table name → row key → version of the last change. */
  readonly touched: Map<string, Map<string, number>>
}

export function createChangeLog(): ChangeLog {
  return { version: 0, isRecording: false, touched: new Map() }
}

/** Rows by key. Rows are replaced, never mutated, so references to them stay valid. */
class Table<Row extends object> {
  readonly name: string
  /** Increases with every change; used as a key for memoized values. */
  revision = 0
  readonly #rows = new Map<string, Row>()
  readonly #changeLog: ChangeLog

  constructor(name: string, changeLog: ChangeLog) {
    this.name = name
    this.#changeLog = changeLog
  }

  get(key: string | number): Row | undefined {
    return this.#rows.get(String(key))
  }

  values(): Row[] {
    return [...this.#rows.values()]
  }

  filter(matches: (row: Row) => boolean): Row[] {
    const found: Row[] = []
    for (const row of this.#rows.values()) if (matches(row)) found.push(row)
    return found
  }

  find(matches: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (matches(row)) return row
    return undefined
  }

  put(key: string | number, row: Row): Row {
    this.#rows.set(String(key), row)
    this.#recordChange(String(key))
    return row
  }

  /** Replaces some fields of a row that must exist. */
  patch(key: string | number, fields: Partial<Row>): Row {
    const row = this.get(key)
    if (!row) throw new Error(`There is no row ${key} in the table ${this.name}.`)
    return this.put(key, { ...row, ...fields })
  }

  delete(key: string | number): void {
    if (this.#rows.delete(String(key))) this.#recordChange(String(key))
  }

  /** Applies a row that another copy of the database has changed. */
  applyRow(key: string, row: object | null): void {
    if (row) this.#rows.set(key, row as Row)
    else this.#rows.delete(key)
    this.revision++
  }

  #recordChange(key: string): void {
    this.revision++
    const changeLog = this.#changeLog
    if (!changeLog.isRecording) return
    changeLog.version++
    let keys = changeLog.touched.get(this.name)
    if (!keys) {
      keys = new Map()
      changeLog.touched.set(this.name, keys)
    }
    keys.set(key, changeLog.version)
  }
}

export type Tables = { readonly [Name in keyof RowTypes]: Table<RowTypes[Name]> }

export function createTables(changeLog: ChangeLog): Tables {
  return {
    users: new Table('users', changeLog),
    memberships: new Table('memberships', changeLog),
    sessions: new Table('sessions', changeLog),
    solves: new Table('solves', changeLog),
    hints: new Table('hints', changeLog),
    labs: new Table('labs', changeLog),
    terminals: new Table('terminals', changeLog),
    attempts: new Table('attempts', changeLog),
    visibility: new Table('visibility', changeLog),
    shares: new Table('shares', changeLog),
    mailTokens: new Table('mailTokens', changeLog),
    outbox: new Table('outbox', changeLog),
    feedback: new Table('feedback', changeLog),
    deliveries: new Table('deliveries', changeLog),
    limits: new Table('limits', changeLog),
    counters: new Table('counters', changeLog),
    clock: new Table('clock', changeLog),
    settings: new Table('settings', changeLog),
    faults: new Table('faults', changeLog),
    recordings: new Table('recordings', changeLog),
  }
}

/** Composite row keys. */
export const tableKeys = {
  membership: (groupId: number, userId: number) => `${groupId}:${userId}`,
  solve: (userId: number, flagId: number) => `${userId}:${flagId}`,
  hint: (userId: number, hintId: number) => `${userId}:${hintId}`,
  lab: (userId: number, taskId: number) => `${userId}:${taskId}`,
  visibility: (groupId: number, taskId: number) => `${groupId}:${taskId}`,
  delivery: (groupId: number, userId: number) => `${groupId}:${userId}`,
}

/**
 * Increase it when rows change shape or meaning, or when scenarios or seeded users change. Databases stored in browsers
 * and snapshot files consist of a seed and changes, and would otherwise load inconsistent state.
 */
export const schemaVersion = 6
