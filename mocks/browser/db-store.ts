import type { Changes } from '../platform/deltas'
import type { ScenarioName } from '../platform/scenarios'
import type { RowChange } from '../platform/table'
import type { ParsedCookie } from '../run/cookies'
import { byVersion, endOf, metaStore, openDatabase, resultOf, rowStore } from './indexed-db'

const metaKey = 'db'

/** What is kept beside the changed rows. */
export interface Meta {
  /** Kept databases of another one are thrown away. */
  shape: number
  /** Tells databases apart: a reset in one tab makes the others begin the new one. */
  generation: string
  seed: string
  scenario: ScenarioName
  /** Virtual milliseconds since the epoch. */
  startedAt: number
  /** Machine milliseconds since the epoch when it was begun or brought here. */
  keptSince: number
  version: number
  cookies: readonly ParsedCookie[]
}

interface KeptRow extends RowChange {
  version: number
}

/** Where the tabs of an origin keep their database: its seed, and the rows that have changed since. */
export interface DbStore {
  /** Undefined on the first visit. `rowsAfter` gives the rows that changed after a version of the same db. */
  read(): Promise<{ meta: Meta; rowsAfter(version: number): Promise<RowChange[]> } | undefined>
  /** Keeps changed rows, all or none; those of another generation take the place of all. */
  write(changes: Changes, meta: Meta, isAnother: boolean): Promise<void>
}

export async function openDbStore(indexedDB: IDBFactory, name: string): Promise<DbStore> {
  const database = await openDatabase(indexedDB, name)
  return {
    read: async () => {
      const transaction = database.transaction([metaStore, rowStore])
      const meta: Meta | undefined = await resultOf(transaction.objectStore(metaStore).get(metaKey))
      const rowsAfter = (version: number): Promise<KeptRow[]> => {
        const newer = IDBKeyRange.lowerBound(version, true)
        return resultOf(transaction.objectStore(rowStore).index(byVersion).getAll(newer))
      }
      return meta && { meta, rowsAfter }
    },
    write: async ({ version, rows }, meta, isAnother) => {
      const transaction = database.transaction([metaStore, rowStore], 'readwrite')
      const kept = transaction.objectStore(rowStore)
      try {
        if (isAnother) kept.clear()
        for (const row of rows) kept.put({ ...row, version } satisfies KeptRow)
        transaction.objectStore(metaStore).put(meta, metaKey)
      } catch (error) {
        // A value that cannot be kept; those before it would be, without this.
        transaction.abort()
        throw error
      }
      await endOf(transaction)
    },
  }
}
