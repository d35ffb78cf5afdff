import { operationTable } from '../operations.gen'
import type { ParsedCookie } from '../run/cookies'
import { content } from '../world/content'
import { digest } from '../world/digest'
import { scenarios } from '../world/scenarios'
import { shape } from '../world/shape'
import { importSnapshot, type Snapshot, type World, type WorldOptions } from '../world/world'
import { findControlProblem } from './apply-control'
import { areCookies, areRows, areTexts, isTime } from './snapshot-parts'

/** A whole state of the product as one file: a colleague who opens it sees the same screen. */
export interface SnapshotFile {
  kind: 'flagship-snapshot'
  version: 1
  /** Which contract the world keeps: the hash of its operations. */
  contract: string
  /** What the rows are changes of: their shape, and the courses that the platform begins with. */
  shape: string
  world: Snapshot
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

/** What the host of a world adds to it. */
export type SnapshotSurroundings = Pick<SnapshotFile, 'cookies' | 'storage' | 'path' | 'language' | 'theme'>

const largest = 5 * 1024 * 1024

let knownContract: string | undefined

/** Changes with every change of the contract that a world could notice. */
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
export function writeSnapshotFile(world: World, surroundings: SnapshotSurroundings): string {
  const file: SnapshotFile = {
    kind: 'flagship-snapshot',
    version: 1,
    contract: contractHash(),
    shape: shapeHash(),
    world: world.exportSnapshot(),
    now: world.now(),
    speed: world.tables.clock.get('clock')?.speed ?? 1,
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
  const { version, world, now, speed, cookies, storage, path, language, theme } = file
  return (
    version === 1 &&
    typeof world?.seed === 'string' &&
    Object.hasOwn(scenarios, world.scenario) &&
    isTime(world.startedAt) &&
    Number.isInteger(world.changes?.version) &&
    areRows(world.changes.rows) &&
    findControlProblem({ clock: { speed: speed ?? Number.NaN } }, now ?? Number.NaN) === undefined &&
    areCookies(cookies) &&
    areTexts(storage) &&
    [path, language, theme].every(text => typeof text === 'string')
  )
}

/** The world of a file: its clock stands at `now` of the file and runs on from there with its speed. */
export function openSnapshot(file: SnapshotFile, options: WorldOptions = {}): World {
  const world = importSnapshot(file.world, options)
  world.clock.setSpeed(file.speed)
  world.clock.set(file.now)
  return world
}
