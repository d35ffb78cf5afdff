import { machineNow } from '../platform/clock'
import { createDb, type Db, type Snapshot } from '../platform/db'
import type { Changes } from '../platform/deltas'
import type { SettingsRow } from '../platform/rows'
import type { ScenarioName } from '../platform/scenarios'
import { shape } from '../platform/shape'
import { CookieJar, type ParsedCookie } from '../run/cookies'
import { type DbStore, type Meta, openDbStore } from './db-store'

/** Dates of a database are relative to its start; one kept for longer is begun anew, lest every course has ended. */
const maxAgeDays = 7

export interface SharedDbOptions {
  indexedDB: IDBFactory
  /** Absent where the browser has none: tabs may then overtake each other. */
  locks?: Pick<LockManager, 'request'>
  /** Tells the other tabs of a change and hears of theirs; absent where the browser has none. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  databaseName?: string
  settings?: Partial<SettingsRow>
  machineNow?: () => number
}

/** How a database begins: `lay` makes the first changes of its own. */
interface DbStart {
  seed?: string
  scenario?: ScenarioName
  /** Virtual milliseconds since the epoch. */
  startedAt?: number
  lay?: (db: Db, jar: CookieJar) => void
}

/** A database that every tab of an origin sees alike and that outlives a reload. */
export interface SharedDb {
  db(): Db
  readonly jar: CookieJar
  /** Runs the work alone among all tabs, on the newest state, and keeps what it changed: nothing where it throws. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
  /** Throws everything away and begins again, in every tab. */
  reset(beginning?: DbStart): Promise<void>
  /** Puts a database that was taken elsewhere in the place of the present one, in every tab. */
  adopt(snapshot: Snapshot, cookies: readonly ParsedCookie[]): Promise<void>
  /** Hears of every change, by whichever tab. */
  onChange(listener: () => void): void
}

/** Opens the database that this origin has, or begins one. State is kept as seed and changes since. */
export async function openSharedDb(options: SharedDbOptions): Promise<SharedDb> {
  const store = await openDbStore(options.indexedDB, options.databaseName ?? 'flagship-mock')
  const copy = createCopy(store, options)
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const whole = () => copy.orRestore(work)
    return options.locks ? (options.locks.request('flagship.mock-db', whole) as Promise<Result>) : whole()
  }
  await alone(copy.pull)
  options.channel?.addEventListener('message', () => void alone(copy.pull))
  return {
    db: copy.db,
    jar: copy.jar,
    exclusively: work =>
      alone(async () => {
        await copy.pull()
        const result = await work()
        await copy.push()
        return result
      }),
    reset: (beginning = {}) => alone(() => copy.begin(beginning)),
    adopt: (snapshot, cookies) => alone(() => copy.adopt(snapshot, cookies)),
    onChange: copy.onChange,
  }
}

/** This tab's copy of what is kept; its steps must not run side by side with another tab's. */
function createCopy(store: DbStore, options: SharedDbOptions) {
  const readMachine = options.machineNow ?? machineNow
  const jar = new CookieJar()
  const listeners: (() => void)[] = []
  let meta = newMeta(readMachine(), {})
  let db = dbOf(meta, options)

  const tell = () => {
    for (const listener of listeners) listener()
  }

  const keep = async (changes: Changes, next: Meta) => {
    await store.write(changes, next, next.generation !== meta.generation)
    meta = next
    options.channel?.postMessage(null)
    tell()
  }

  const begin = async ({ lay, ...beginning }: DbStart) => {
    const next = newMeta(readMachine(), beginning)
    db = dbOf(next, options)
    jar.restore([])
    lay?.(db, jar)
    const changes = db.changesSince(0)
    await keep(changes, { ...next, version: changes.version, cookies: jar.toJSON() })
  }

  const pull = async () => {
    const found = await store.read()
    const kept = found?.meta
    if (!found || kept?.shape !== shape || readMachine() - kept.keptSince > maxAgeDays * 86_400_000) {
      return begin({})
    }
    const isAnother = kept.generation !== meta.generation
    if (isAnother) db = dbOf(kept, options)
    const isNewer = kept.version > db.version
    if (isNewer) db.apply({ version: kept.version, rows: await found.rowsAfter(db.version) })
    meta = kept
    jar.restore(kept.cookies)
    if (isAnother || isNewer) tell()
  }

  const push = async () => {
    if (db.version === meta.version && jar.toJSON() === meta.cookies) return
    const changes = db.changesSince(meta.version)
    await keep(changes, { ...meta, version: changes.version, cookies: jar.toJSON() })
  }

  const adopt = async (
    { seed, scenario, startedAt, changes }: Snapshot,
    cookies: readonly ParsedCookie[],
  ) => {
    const next = newMeta(readMachine(), { seed, scenario, startedAt })
    db = dbOf(next, options)
    db.apply(changes)
    jar.restore(cookies)
    await keep(changes, { ...next, version: changes.version, cookies: jar.toJSON() })
  }

  /** After a failure the copy may hold what was never kept, and would count as newer than it is: it is made anew. */
  const orRestore = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      // Of a generation that nobody keeps, so that this or the next look begins from what is kept.
      meta = newMeta(readMachine(), {})
      await pull().catch(() => {})
      throw error
    }
  }

  const onChange = (listener: () => void) => {
    listeners.push(listener)
  }

  return { db: () => db, jar, begin, pull, push, adopt, orRestore, onChange }
}

function newMeta(now: number, { seed = '1', scenario = 'default', startedAt = now }: DbStart): Meta {
  const generation = crypto.randomUUID()
  return { shape, generation, seed, scenario, startedAt, keptSince: now, version: 0, cookies: [] }
}

function dbOf({ seed, scenario, startedAt }: Meta, { settings, machineNow: read }: SharedDbOptions): Db {
  return createDb({
    seed,
    scenario,
    startedAt,
    // The clock has run since the database began, whichever tab looks at it and however late.
    clockAnchor: startedAt,
    ...(settings && { settings }),
    ...(read && { machineNow: read }),
  })
}
