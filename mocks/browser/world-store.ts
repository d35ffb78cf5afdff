import type { ParsedCookie } from '../run/cookies'
import type { Changes } from '../world/deltas'
import type { ScenarioName } from '../world/scenarios'
import type { RowChange } from '../world/table'
import { byVersion, endOf, metaStore, openDatabase, resultOf, rowStore } from './indexed-db'

const metaKey = 'world'

/** What is kept beside the changed rows. */
export interface Meta {
  /** Kept worlds of another one are thrown away. */
  shape: number
  /** Tells worlds apart: a reset in one tab makes the others begin the new one. */
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

/** Where the tabs of an origin keep their world: its seed, and the rows that have changed since. */
export interface WorldStore {
  /** Undefined on the first visit. `rowsAfter` gives the rows that changed after a version of the same world. */
  read(): Promise<{ meta: Meta; rowsAfter(version: number): Promise<RowChange[]> } | undefined>
  /** Keeps changed rows, all or none; those of another generation take the place of all. */
  write(changes: Changes, meta: Meta, isAnother: boolean): Promise<void>
}

export async function openWorldStore(indexedDB: IDBFactory, name: string): Promise<WorldStore> {
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
