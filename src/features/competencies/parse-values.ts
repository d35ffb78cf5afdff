/** Helpers for values of unknown type in responses. */

export type UnknownRecord = Readonly<Record<string, unknown>>

const emptyRecord: UnknownRecord = {}

/** The value if it is an object, else an empty one. */
export const toRecord = (value: unknown): UnknownRecord =>
  typeof value === 'object' && value !== null ? (value as UnknownRecord) : emptyRecord

export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const toNonEmptyString = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null
