import { isObject } from '../../packages/contract/json'
import { operationTable } from '../operations.gen'
import { content } from '../platform/content'
import { type DbOptions, importSnapshot } from '../platform/create-db'
import type { Db, Snapshot } from '../platform/db'
import { digest } from '../platform/digest'
import { scenarios } from '../platform/scenarios'
import { createChangeLog, createTables, schemaVersion } from '../platform/tables'
import { validateRecording } from '../recordings/recorded-scenario'
import type { ParsedCookie } from '../run/cookies'
import { validateChange, validateFault, validateSettings } from './controls'

/** The complete state as a file: opening it shows the same screen. */
export interface SnapshotFile {
  kind: 'flagship-snapshot'
  version: 1
  /** Hash of the contract's operations. */
  contract: string
  /** Schema version and hash of the course content. */
  shape: string
  db: Snapshot
  /** Virtual time (milliseconds since the epoch) and speed when it was taken. */
  now: number
  speed: number
  cookies: readonly ParsedCookie[]
  /** The application's local storage. */
  storage: Readonly<Record<string, string>>
  /** Path and search of the page. */
  path: string
  language: string
  theme: string
}

/** What the host adds to the database. */
export type SnapshotContext = Pick<SnapshotFile, 'cookies' | 'storage' | 'path' | 'language' | 'theme'>

const MAX_FILE_LENGTH = 5 * 1024 * 1024

let knownContract: string | undefined

function contractHash(): string {
  knownContract ??= digest(16, JSON.stringify(operationTable))
  return knownContract
}

let knownShape: string | undefined

function shapeHash(): string {
  const { groups, competencies } = content
  knownShape ??= `${schemaVersion}-${digest(16, JSON.stringify([...groups.values(), competencies]))}`
  return knownShape
}

export function writeSnapshotFile(db: Db, context: SnapshotContext): string {
  const file: SnapshotFile = {
    kind: 'flagship-snapshot',
    version: 1,
    contract: contractHash(),
    shape: shapeHash(),
    db: db.exportSnapshot(),
    now: db.now(),
    speed: db.tables.clock.get('clock')?.speed ?? 1,
    ...context,
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/** Parses a snapshot file. Throws an Error with a one-sentence message when it can't be opened. */
export function readSnapshotFile(text: string): SnapshotFile {
  if (text.length > MAX_FILE_LENGTH) throw new Error('The file is larger than 5 MB, which no snapshot is.')
  const file = parse(text)
  if (file.kind !== 'flagship-snapshot') throw new Error('The file is no snapshot of Flagship.')
  if (typeof file.version === 'number' && file.version > 1) {
    throw new Error(
      'The snapshot was made by a newer version of Flagship: take the newest code and try again.',
    )
  }
  if (file.contract !== contractHash()) {
    throw new Error('The snapshot was made with another contract: open it with the code it was made with.')
  }
  if (file.shape !== shapeHash()) {
    throw new Error(
      'The snapshot was made of another simulated platform: open it with the code it was made with.',
    )
  }
  if (!isSnapshotFile(file))
    throw new Error('The snapshot is damaged: a part of it is missing or is not itself.')
  return file
}

function parse(text: string): Partial<SnapshotFile> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    throw new Error('The file is no JSON: it is broken, or no snapshot at all.')
  }
}

function isSnapshotFile(file: Partial<SnapshotFile>): file is SnapshotFile {
  const { version, db, now, speed, cookies, storage, path, language, theme } = file
  return (
    version === 1 &&
    typeof db?.seed === 'string' &&
    Object.hasOwn(scenarios, db.scenario) &&
    isTime(db.startedAt) &&
    Number.isInteger(db.changes?.version) &&
    isRowList(db.changes.rows) &&
    validateChange({ clock: { speed: speed ?? Number.NaN } }, now ?? Number.NaN) === undefined &&
    isCookieList(cookies) &&
    isStringRecord(storage) &&
    [path, language, theme].every(text => typeof text === 'string')
  )
}

/** Creates the database of a file; its clock continues from the file's time and speed. */
export function openSnapshot(file: SnapshotFile, options: DbOptions = {}): Db {
  const db = importSnapshot(file.db, options)
  db.clock.setSpeed(file.speed)
  db.clock.set(file.now)
  return db
}

/** Milliseconds that `Date` can represent. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(new Date(value).getTime())
}

function isStringRecord(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(text => typeof text === 'string')
}

function isCookieList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isCookie)
}

function isCookie(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, value: text, path, maxAge } = value
  const isAge = maxAge === undefined || typeof maxAge === 'number'
  return isAge && [name, text, path].every(part => typeof part === 'string')
}

function isRowList(value: unknown): boolean {
  const tables = createTables(createChangeLog())
  return Array.isArray(value) && value.every(change => isObject(change) && isRow(change, tables))
}

function isRow({ table, key, row }: { readonly [name: string]: unknown }, tables: object): boolean {
  if (typeof table !== 'string' || !Object.hasOwn(tables, table) || typeof key !== 'string') return false
  // A null row was deleted, which these two tables can't be.
  if (row === null) return table !== 'settings' && table !== 'clock'
  return isObject(row) && (!Object.hasOwn(rowValidators, table) || rowValidators[table]?.(row) === true)
}

/** Validators of the tables that are read at startup, where a bad row would break everything. */
const rowValidators: Record<string, (row: { readonly [name: string]: unknown }) => boolean> = {
  settings: ({ start, dbName: _, ...settings }) =>
    (start === null || typeof start === 'string') && validateSettings(settings) === undefined,
  clock: ({ base, anchor, speed }) => [base, anchor, speed].every(Number.isFinite),
  recordings: row => validateRecording(row) === undefined,
  faults: ({ id, operationId, fault, left }) => {
    if (typeof id !== 'number' || typeof operationId !== 'string' || !isObject(fault)) return false
    if (left !== null && typeof left !== 'number') return false
    const request = { operationId, fault, times: left } as Parameters<typeof validateFault>[0]
    return validateFault(request) === undefined
  },
}
