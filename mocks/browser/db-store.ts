import type { Changes } from '../platform/db'
import type { ScenarioName } from '../platform/scenarios'
import type { RowChange } from '../platform/table'
import type { ParsedCookie } from '../run/cookies'

const metaKey = 'db'
const metaStore = 'meta'
const rowStore = 'rows'
/** Index of `rowStore`. */
const byVersion = 'by-version'

/** Stored beside the changed rows. */
export interface Meta {
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
export interface DbStore {
  /** Undefined on the first visit. `rowsAfter` returns the rows changed after a version of the same database. */
  read(): Promise<{ meta: Meta; rowsAfter(version: number): Promise<RowChange[]> } | undefined>
  /** Stores changed rows in one transaction; for a new generation all stored rows are replaced. */
  write(changes: Changes, meta: Meta, isNewDb: boolean): Promise<void>
}

export async function openDbStore(indexedDB: IDBFactory, name: string): Promise<DbStore> {
  const database = await openDatabase(indexedDB, name)
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
