import type { Recorder, RowChange } from './table'
import type { Tables } from './tables'

/** Everything that differs between two versions of a db. */
export interface Changes {
  /** The version that the database has after these. */
  version: number
  rows: RowChange[]
}

/** Rows changed after that version; version 0 gives everything that differs from the seed. */
export function changesSince(tables: Tables, recorder: Recorder, version: number): Changes {
  const rows: RowChange[] = []
  for (const [table, keys] of recorder.touched) {
    const source = tables[table as keyof Tables]
    for (const [key, changedAt] of keys) {
      if (changedAt > version) rows.push({ table, key, row: source.get(key) ?? null })
    }
  }
  return { version: recorder.version, rows }
}

/** Takes over changes that another copy of the same database has made; afterwards both are the same. */
export function applyChanges(tables: Tables, recorder: Recorder, changes: Changes): void {
  recorder.version = Math.max(recorder.version, changes.version)
  for (const { table, key, row } of changes.rows) {
    if (!Object.hasOwn(tables, table)) continue
    tables[table as keyof Tables].accept(key, row)
    const keys = recorder.touched.get(table) ?? new Map<string, number>()
    recorder.touched.set(table, keys.set(key, changes.version))
  }
}
