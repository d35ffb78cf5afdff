import type { Group } from '../../api/responses'
import { DAY_MS } from '../../lib/durations'
import { parseMoment } from '../../lib/format'
import { isRecord } from '../../lib/is-record'
import { storage } from '../../lib/storage'
import { parseStoredList } from '../../lib/stored-value'

export interface Announcement {
  /** Recognises it on later visits. */
  key: string
  title: string
  /** Markdown. */
  text: string
  /** Milliseconds; null if unknown. */
  publishedAt: number | null
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Limit of the contract. */
const MAX_SHOWN = 50
const MAX_KEY_LENGTH = 80

/** Newest first; those without a time below them, in the server's order. */
export const getAnnouncements = ({ announcements }: Pick<Group, 'announcements'>): Announcement[] => {
  const sent: unknown = announcements
  const all = (Array.isArray(sent) ? sent : [])
    .filter(isRecord)
    .map(({ id, title, text, published_at: published }) => ({
      key: Number.isSafeInteger(id) ? String(id) : `${published} ${title}`.slice(0, MAX_KEY_LENGTH),
      title: toText(title),
      text: toText(text),
      publishedAt: typeof published === 'string' ? parseMoment(published) : null,
    }))
    .filter(({ title, text }) => title || text)
    .sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
    .slice(0, MAX_SHOWN)
  // A server may repeat one.
  return [...new Map(all.map(one => [one.key, one])).values()]
}

const NEW_FOR_MS = 14 * DAY_MS

/** Older ones count as read, because a logout forgets which were. One without a text can't be opened. */
export const isNew = (
  { key, text, publishedAt }: Announcement,
  readKeys: ReadonlySet<string>,
  now: number,
): boolean => text !== '' && publishedAt !== null && now - publishedAt < NEW_FOR_MS && !readKeys.has(key)

const PAIRED_MARKS = /(\*\*|__|~~|\*|`+)(\S(?:[^\n]*?\S)?)\1/g
/** Enough for two lines of the widest window. */
const MAX_PREVIEW_LENGTH = 400

/** The beginning of a Markdown text without its marks, in one line. */
export const toPreview = (text: string): string =>
  text
    .slice(0, MAX_PREVIEW_LENGTH)
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(PAIRED_MARKS, '$2')
    .replace(PAIRED_MARKS, '$2')
    .replace(/\s+/g, ' ')
    .trim()

const KEY = 'flagship.announcements'
const MAX_GROUPS = 20
/** Limit of the storage registry, in characters. */
const MAX_LENGTH = 20_000

/** A group and the keys of its announcements that were read; the last used group last. */
type Read = [groupId: number, keys: string[]]

const isRead = (value: unknown): value is Read =>
  Array.isArray(value) && Number.isSafeInteger(value[0]) && Array.isArray(value[1])

const readAll = (): Read[] => parseStoredList(storage.get(KEY)).filter(isRead)

export const getReadKeys = (groupId: number): ReadonlySet<string> =>
  new Set(readAll().find(([id]) => id === groupId)?.[1])

/** Forgets announcements that the group no longer has. Reads again first, because another tab may have written. */
export const storeRead = (groupId: number, key: string, all: readonly Announcement[]): void => {
  const known = getReadKeys(groupId)
  const keys = all.map(one => one.key).filter(one => one === key || known.has(one))
  const others = readAll().filter(([id]) => id !== groupId)
  let stored = [...others, [groupId, keys] satisfies Read].slice(-MAX_GROUPS)
  while (JSON.stringify(stored).length > MAX_LENGTH) stored = stored.slice(1)
  storage.set(KEY, JSON.stringify(stored))
}
