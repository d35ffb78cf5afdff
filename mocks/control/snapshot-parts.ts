import { isObject } from '../../scripts/lib/json'
import { createRecorder } from '../platform/table'
import { createTables } from '../platform/tables'
import { findRecordingProblem } from '../recordings/recording-problem'
import { findFaultProblem } from './fault-problem'
import { findSettingsProblem } from './settings-problem'

/** Looks at the parts of a snapshot file that come from anywhere: one of them that is not itself would break a start. */

/** Milliseconds since the epoch that a time can be written of. */
export function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(new Date(value).getTime())
}

export function areTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(text => typeof text === 'string')
}

export function areCookies(value: unknown): boolean {
  return Array.isArray(value) && value.every(isCookie)
}

function isCookie(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, value: text, path, maxAge } = value
  const isAge = maxAge === undefined || typeof maxAge === 'number'
  return isAge && [name, text, path].every(part => typeof part === 'string')
}

export function areRows(value: unknown): boolean {
  const tables = createTables(createRecorder())
  return Array.isArray(value) && value.every(change => isObject(change) && isRow(change, tables))
}

function isRow({ table, key, row }: { readonly [name: string]: unknown }, tables: object): boolean {
  if (typeof table !== 'string' || !Object.hasOwn(tables, table) || typeof key !== 'string') return false
  // Rows are deleted, but for the two that no database can do without.
  if (row === null) return table !== 'settings' && table !== 'clock'
  return isObject(row) && (!Object.hasOwn(looks, table) || looks[table]?.(row) === true)
}

/** Rows that a start of the platform reads before anybody has called anything. */
const looks: Record<string, (row: { readonly [name: string]: unknown }) => boolean> = {
  settings: ({ start, dbName: _, ...settings }) =>
    (start === null || typeof start === 'string') && findSettingsProblem(settings) === undefined,
  clock: ({ base, anchor, speed }) => [base, anchor, speed].every(Number.isFinite),
  recordings: row => findRecordingProblem(row) === undefined,
  faults: ({ id, operationId, fault, left }) => {
    if (typeof id !== 'number' || typeof operationId !== 'string' || !isObject(fault)) return false
    if (left !== null && typeof left !== 'number') return false
    const asked = { operationId, fault, times: left } as Parameters<typeof findFaultProblem>[0]
    return findFaultProblem(asked) === undefined
  },
}
