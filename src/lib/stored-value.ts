import { isRecord } from './is-record'

const parse = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** A list stored as JSON; empty when missing or malformed. Anyone can edit its items on this device. */
export const parseStoredList = (text: string | null | undefined): unknown[] => {
  const value = parse(text)
  return Array.isArray(value) ? value : []
}

/** An object stored as JSON; empty when missing or malformed. Anyone can edit its fields on this device. */
export const parseStoredRecord = (text: string | null | undefined): Record<string, unknown> => {
  const value = parse(text)
  return isRecord(value) ? value : {}
}
