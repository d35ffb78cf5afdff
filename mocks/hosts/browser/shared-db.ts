import { machineNow } from '../../platform/clock'
import { createDb } from '../../platform/create-db'
import type { Changes, Db, Snapshot } from '../../platform/db'
import type { SettingsRow } from '../../platform/rows'
import type { ScenarioName } from '../../platform/scenario-names'
import { type RowChange, schemaVersion } from '../../platform/tables'
import { CookieJar, type ParsedCookie } from '../../run/cookies'

const metaKey = 'db'
const metaStore = 'meta'
const rowStore = 'rows'
/** Index of `rowStore`. */
const byVersion = 'by-version'

/** Stored beside the changed rows. */
interface Meta {
  /** Databases of another version are discarded. */
  schemaVersion: number
  /** Identifies a database: after a reset in one tab, the others see a new generation and reload. */
  generation: string
  seed: string
  scenario: ScenarioName
  /** Virtual milliseconds since the epoch. */
  startedAt: number
  /** Machine milliseconds since the epoch when it was created or imported. */
  storedAt: number
  version: number
  cookies: readonly ParsedCookie[]
}

interface StoredRow extends RowChange {
  version: number
}

/** Storage shared by the tabs of an origin: the seed of the database and the rows changed since. */
interface DbStore {
  /** Undefined on the first visit. `rowsAfter` returns the rows changed after a version of the same database. */
  read(): Promise<{ meta: Meta; rowsAfter(version: number): Promise<RowChange[]> } | undefined>
  /** Stores changed rows in one transaction; for a new generation all stored rows are replaced. */
  write(changes: Changes, meta: Meta, isNewDb: boolean): Promise<void>
}

async function openDbStore(indexedDB: IDBFactory): Promise<DbStore> {
  const database = await openDatabase(indexedDB, 'flagship-mock')
  return {
    read: async () => {
      const transaction = database.transaction([metaStore, rowStore])
      const meta: Meta | undefined = await promisifyRequest(transaction.objectStore(metaStore).get(metaKey))
      const rowsAfter = (version: number): Promise<StoredRow[]> => {
        const newer = IDBKeyRange.lowerBound(version, true)
        return promisifyRequest(transaction.objectStore(rowStore).index(byVersion).getAll(newer))
      }
      return meta && { meta, rowsAfter }
    },
    write: async ({ version, rows }, meta, isAnother) => {
      const transaction = database.transaction([metaStore, rowStore], 'readwrite')
      const rowsStore = transaction.objectStore(rowStore)
      try {
        if (isAnother) rowsStore.clear()
        for (const row of rows) rowsStore.put({ ...row, version } satisfies StoredRow)
        transaction.objectStore(metaStore).put(meta, metaKey)
      } catch (error) {
        // A value can't be cloned: without the abort, the rows before it would be stored.
        transaction.abort()
        throw error
      }
      await promisifyTransaction(transaction)
    },
  }
}

/** Opens the IndexedDB database and creates its two stores on the first visit. */
function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(metaStore)
    request.result
      .createObjectStore(rowStore, { keyPath: ['table', 'key'] })
      .createIndex(byVersion, 'version')
  }
  return promisifyRequest(request)
}

function promisifyRequest<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the transaction is committed. */
function promisifyTransaction(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Dates are relative to the start of the database; after a week all courses would have ended. */
const MAX_AGE_DAYS = 7

export interface SharedDbOptions {
  indexedDB: IDBFactory
  /** Absent where not supported: concurrent tabs may then overwrite each other's changes. */
  locks?: Pick<LockManager, 'request'>
  /** Notifies other tabs of changes; absent where not supported. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  settings?: Partial<SettingsRow>
  machineNow?: () => number
}

/** `prepare` makes the first changes to the new database. */
interface ResetOptions {
  seed?: string
  scenario?: ScenarioName
  /** Virtual milliseconds since the epoch. */
  startedAt?: number
  prepare?: (db: Db, jar: CookieJar) => void
}

/** A database shared by all tabs of an origin, which survives reloads. */
export interface SharedDb {
  db(): Db
  readonly jar: CookieJar
  /** Runs the work under a lock on the newest state and stores its changes; nothing is stored if it throws. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>
  /** Creates a new database, in every tab. */
  reset(startOptions?: ResetOptions): Promise<void>
  /** Replaces the database by a snapshot, in every tab. */
  loadSnapshot(snapshot: Snapshot, cookies: readonly ParsedCookie[]): Promise<void>
  /** Called after every change, also of other tabs. */
  onChange(listener: () => void): void
}

/** Opens the stored database or creates one. Stored are its seed and the changes since. */
export async function openSharedDb(options: SharedDbOptions): Promise<SharedDb> {
  const store = await openDbStore(options.indexedDB)
  const copy = createLocalCopy(store, options)
  const withLock = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const task = () => copy.withRollback(work)
    return options.locks ? (options.locks.request('flagship.mock-db', task) as Promise<Result>) : task()
  }
  await withLock(copy.pull)
  options.channel?.addEventListener('message', () => void withLock(copy.pull))
  return {
    db: copy.db,
    jar: copy.jar,
    runExclusive: work =>
      withLock(async () => {
        await copy.pull()
        const result = await work()
        await copy.push()
        return result
      }),
    reset: (startOptions = {}) => withLock(() => copy.reset(startOptions)),
    loadSnapshot: (snapshot, cookies) => withLock(() => copy.loadSnapshot(snapshot, cookies)),
    onChange: copy.onChange,
  }
}

/** This tab's copy of the stored state. Its methods must run under the lock. */
function createLocalCopy(store: DbStore, options: SharedDbOptions) {
  const readMachine = options.machineNow ?? machineNow
  const jar = new CookieJar()
  const listeners: (() => void)[] = []
  let meta = newMeta(readMachine(), {})
  let db = createDbFromMeta(meta, options)

  const notify = () => {
    for (const listener of listeners) listener()
  }

  const save = async (changes: Changes, next: Meta) => {
    await store.write(changes, next, next.generation !== meta.generation)
    meta = next
    options.channel?.postMessage(null)
    notify()
  }

  const reset = async ({ prepare, ...startOptions }: ResetOptions) => {
    const next = newMeta(readMachine(), startOptions)
    db = createDbFromMeta(next, options)
    jar.restore([])
    prepare?.(db, jar)
    const changes = db.changesSince(0)
    await save(changes, { ...next, version: changes.version, cookies: jar.toJSON() })
  }

  const pull = async () => {
    const state = await store.read()
    const stored = state?.meta
    if (
      !state ||
      stored?.schemaVersion !== schemaVersion ||
      readMachine() - stored.storedAt > MAX_AGE_DAYS * 86_400_000
    ) {
      return reset({})
    }
    const isNewDb = stored.generation !== meta.generation
    if (isNewDb) db = createDbFromMeta(stored, options)
    const isNewer = stored.version > db.version
    if (isNewer) db.apply({ version: stored.version, rows: await state.rowsAfter(db.version) })
    meta = stored
    jar.restore(stored.cookies)
    if (isNewDb || isNewer) notify()
  }

  const push = async () => {
    if (db.version === meta.version && jar.toJSON() === meta.cookies) return
    const changes = db.changesSince(meta.version)
    await save(changes, { ...meta, version: changes.version, cookies: jar.toJSON() })
  }

  const loadSnapshot = async (
    { seed, scenario, startedAt, changes }: Snapshot,
    cookies: readonly ParsedCookie[],
  ) => {
    const next = newMeta(readMachine(), { seed, scenario, startedAt })
    db = createDbFromMeta(next, options)
    db.apply(changes)
    jar.restore(cookies)
    await save(changes, { ...next, version: changes.version, cookies: jar.toJSON() })
  }

  /** After a failure the copy may hold changes that were never stored, so it is rebuilt from the store. */
  const withRollback = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      // A generation that is stored nowhere, so that this or the next pull rebuilds the copy.
      meta = newMeta(readMachine(), {})
      await pull().catch(() => {})
      throw error
    }
  }

  const onChange = (listener: () => void) => {
    listeners.push(listener)
  }

  return { db: () => db, jar, reset, pull, push, loadSnapshot, withRollback, onChange }
}

function newMeta(now: number, { seed = '1', scenario = 'default', startedAt = now }: ResetOptions): Meta {
  const generation = crypto.randomUUID()
  return { schemaVersion, generation, seed, scenario, startedAt, storedAt: now, version: 0, cookies: [] }
}

function createDbFromMeta(
  { seed, scenario, startedAt }: Meta,
  { settings, machineNow: read }: SharedDbOptions,
): Db {
  return createDb({
    seed,
    scenario,
    startedAt,
    // All tabs agree on the time: the clock has run since the database was created.
    clockAnchor: startedAt,
    ...(settings && { settings }),
    ...(read && { machineNow: read }),
  })
}
