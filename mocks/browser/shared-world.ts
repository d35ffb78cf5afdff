import { CookieJar, type ParsedCookie } from '../run/cookies'
import { machineNow } from '../world/clock'
import type { SettingsRow } from '../world/rows'
import type { ScenarioName } from '../world/scenarios'
import type { RowChange } from '../world/table'
import { createWorld, type World } from '../world/world'
import { byVersion, endOf, metaStore, openDatabase, resultOf, rowStore } from './indexed-db'

/** Raise it whenever rows of the world change their shape: kept worlds of an older one are thrown away. */
const shape = 3
/** Dates of a world are relative to its start; an older one is begun anew, lest every course has ended. */
const maxAgeDays = 7
const metaKey = 'world'

/** What is kept beside the changed rows. */
interface Meta {
  shape: number
  /** Tells worlds apart: a reset in one tab makes the others begin the new one. */
  generation: string
  seed: string
  scenario: ScenarioName
  /** Milliseconds since the epoch. */
  startedAt: number
  version: number
  cookies: readonly ParsedCookie[]
}

interface KeptRow extends RowChange {
  version: number
}

export interface SharedWorldOptions {
  indexedDB: IDBFactory
  /** Absent where the browser has none: tabs may then overtake each other. */
  locks?: Pick<LockManager, 'request'>
  databaseName?: string
  settings?: Partial<SettingsRow>
  machineNow?: () => number
}

/** A world that every tab of an origin sees alike and that outlives a reload. */
export interface SharedWorld {
  world(): World
  readonly jar: CookieJar
  /** Runs the work alone among all tabs, on the newest state, and keeps what it changed. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
  /** Throws everything away and begins again, in every tab. */
  reset(options?: { seed?: string; scenario?: ScenarioName }): Promise<void>
}

/** Opens the world that this origin has, or begins one. State is kept as seed and changes since. */
export async function openSharedWorld(options: SharedWorldOptions): Promise<SharedWorld> {
  const database = await openDatabase(options.indexedDB, options.databaseName ?? 'flagship-mock')
  const readMachine = options.machineNow ?? machineNow
  const jar = new CookieJar()
  let meta = newMeta(readMachine(), {})
  let world = worldOf(meta, options)

  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    options.locks ? (options.locks.request('flagship.mock-world', () => work()) as Promise<Result>) : work()

  const pull = async () => {
    const transaction = database.transaction([metaStore, rowStore])
    const kept: Meta | undefined = await resultOf(transaction.objectStore(metaStore).get(metaKey))
    if (!kept || kept.shape !== shape || readMachine() - kept.startedAt > maxAgeDays * 86_400_000) {
      await begin({})
      return
    }
    if (kept.generation !== meta.generation) world = worldOf(kept, options)
    if (kept.version > world.version) {
      const newer = IDBKeyRange.lowerBound(world.version, true)
      const rows: KeptRow[] = await resultOf(transaction.objectStore(rowStore).index(byVersion).getAll(newer))
      world.apply({ version: kept.version, rows })
    }
    meta = kept
    jar.restore(kept.cookies)
  }

  const push = async () => {
    const changes = world.changesSince(meta.version)
    const transaction = database.transaction([metaStore, rowStore], 'readwrite')
    const rows = transaction.objectStore(rowStore)
    for (const row of changes.rows) rows.put({ ...row, version: changes.version } satisfies KeptRow)
    meta = { ...meta, version: changes.version, cookies: jar.toJSON() }
    transaction.objectStore(metaStore).put(meta, metaKey)
    await endOf(transaction)
  }

  const begin = async (changes: { seed?: string; scenario?: ScenarioName }) => {
    const transaction = database.transaction([metaStore, rowStore], 'readwrite')
    transaction.objectStore(rowStore).clear()
    meta = newMeta(readMachine(), changes)
    transaction.objectStore(metaStore).put(meta, metaKey)
    await endOf(transaction)
    world = worldOf(meta, options)
    jar.restore([])
  }

  await alone(pull)
  return {
    world: () => world,
    jar,
    exclusively: work =>
      alone(async () => {
        await pull()
        const result = await work()
        if (world.version !== meta.version || jar.toJSON() !== meta.cookies) await push()
        return result
      }),
    reset: (changes = {}) => alone(() => begin(changes)),
  }
}

function newMeta(
  now: number,
  { seed = '1', scenario = 'default' }: { seed?: string; scenario?: ScenarioName },
): Meta {
  return { shape, generation: crypto.randomUUID(), seed, scenario, startedAt: now, version: 0, cookies: [] }
}

function worldOf(
  { seed, scenario, startedAt }: Meta,
  { settings, machineNow: read }: SharedWorldOptions,
): World {
  return createWorld({
    seed,
    scenario,
    startedAt,
    // The clock has run since the world began, whichever tab looks at it and however late.
    clockAnchor: startedAt,
    ...(settings && { settings }),
    ...(read && { machineNow: read }),
  })
}
