import { trimSigns } from './text'

/** Parses ids; anything else is a 404, and no request is made. */
export const groupParams = {
  parse: ({ groupId }: { groupId: string }) => {
    const id = parseId(groupId)
    return id !== null && { groupId: id }
  },
  stringify: ({ groupId }: { groupId: number }) => ({ groupId: String(groupId) }),
}

export const taskParams = {
  parse: ({ groupId, taskId }: { groupId: string; taskId: string }) => {
    const group = parseId(groupId)
    const task = parseId(taskId)
    return group !== null && task !== null && { groupId: group, taskId: task }
  },
  stringify: ({ groupId, taskId }: { groupId: number; taskId: number }) => ({
    groupId: String(groupId),
    taskId: String(taskId),
  }),
}

/** Largest 32-bit integer, the usual type of database ids. */
const MAX_ID = 2 ** 31 - 1

/** A positive decimal id, else null: `..`, `%2e%2e` or `1e3` must not reach an API path. */
export const parseId = (value: unknown): number | null => {
  if (typeof value !== 'string' || !/^[1-9]\d{0,9}$/.test(value)) return null
  const id = Number(value)
  return id <= MAX_ID ? id : null
}

const CODE_PATTERN = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/

/** An invite code or share link, else null. Rejects property names of `Object.prototype`. */
export const parseCode = (value: unknown): string | null =>
  typeof value === 'string' && CODE_PATTERN.test(value) && !(value in Object.prototype) ? value : null

/**
 * Cleans a pasted code: without the whitespace, quotes and punctuation around it, invisible characters, and the dashes
 * that word processors and messengers put for a hyphen.
 */
export const trimCode = (text: string): string =>
  trimSigns(
    text
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
      .replace(/(?<=[\p{L}\p{N}])[\u2010-\u2015\u2212](?=[\p{L}\p{N}])/gu, '-'),
    sign => /[\s\p{Pi}\p{Ps}"'<]/u.test(sign),
    sign => /[^\p{L}\p{N}_-]/u.test(sign),
  )
