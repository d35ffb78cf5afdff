import { operationTable } from '../operations.gen'
import { content } from '../platform/content'
import { type Db, type DbOptions, importSnapshot, type Snapshot } from '../platform/db'
import { digest } from '../platform/digest'
import { scenarios } from '../platform/scenarios'
import { shape } from '../platform/shape'
import type { ParsedCookie } from '../run/cookies'
import { findControlProblem } from './apply-control'
import { areCookies, areRows, areTexts, isTime } from './snapshot-parts'

/** A whole state of the product as one file: a colleague who opens it sees the same screen. */
export interface SnapshotFile {
  kind: 'flagship-snapshot'
  version: 1
  /** Which contract the database keeps: the hash of its operations. */
  contract: string
  /** What the rows are changes of: their shape, and the courses that the platform begins with. */
  shape: string
  db: Snapshot
  /** Virtual milliseconds since the epoch when it was taken, and seconds of the clock for each of the machine. */
  now: number
  speed: number
  cookies: readonly ParsedCookie[]
  /** What the application had in local storage, by registered keys. */
  storage: Readonly<Record<string, string>>
  /** Path and search of the page. */
  path: string
  language: string
  theme: string
}

/** What the host of a database adds to it. */
export type SnapshotSurroundings = Pick<SnapshotFile, 'cookies' | 'storage' | 'path' | 'language' | 'theme'>

const largest = 5 * 1024 * 1024

let knownContract: string | undefined

/** Changes with every change of the contract that a database could notice. */
function contractHash(): string {
  knownContract ??= digest(16, JSON.stringify(operationTable))
  return knownContract
}

let knownShape: string | undefined

function shapeHash(): string {
  const { groups, competencies } = content
  knownShape ??= `${shape}-${digest(16, JSON.stringify([...groups.values(), competencies]))}`
  return knownShape
}

/** The text of the file. */
export function writeSnapshotFile(db: Db, surroundings: SnapshotSurroundings): string {
  const file: SnapshotFile = {
    kind: 'flagship-snapshot',
    version: 1,
    contract: contractHash(),
    shape: shapeHash(),
    db: db.exportSnapshot(),
    now: db.now(),
    speed: db.tables.clock.get('clock')?.speed ?? 1,
    ...surroundings,
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/** Reads a file. Throws an Error whose message is one sentence for everything that cannot be opened. */
export function readSnapshotFile(text: string): SnapshotFile {
  if (text.length > largest) throw new Error('The file is larger than 5 MB, which no snapshot is.')
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
  if (!isWhole(file)) throw new Error('The snapshot is damaged: a part of it is missing or is not itself.')
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

function isWhole(file: Partial<SnapshotFile>): file is SnapshotFile {
  const { version, db, now, speed, cookies, storage, path, language, theme } = file
  return (
    version === 1 &&
    typeof db?.seed === 'string' &&
    Object.hasOwn(scenarios, db.scenario) &&
    isTime(db.startedAt) &&
    Number.isInteger(db.changes?.version) &&
    areRows(db.changes.rows) &&
    findControlProblem({ clock: { speed: speed ?? Number.NaN } }, now ?? Number.NaN) === undefined &&
    areCookies(cookies) &&
    areTexts(storage) &&
    [path, language, theme].every(text => typeof text === 'string')
  )
}

/** The database of a file: its clock stands at `now` of the file and runs on from there with its speed. */
export function openSnapshot(file: SnapshotFile, options: DbOptions = {}): Db {
  const db = importSnapshot(file.db, options)
  db.clock.setSpeed(file.speed)
  db.clock.set(file.now)
  return db
}
