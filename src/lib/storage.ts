import { truncateMessage } from './safe-text'

type Parse = (raw: string) => string | null

type Entry = {
  /** Removed when another user signs in on this device. */
  isPerUser: boolean
  isClearedAtLogout: boolean
  /** Returns the value, or null when it is malformed. */
  parse: Parse
}

const upTo =
  (length: number): Parse =>
  raw =>
    raw.length <= length ? raw : null

const oneOf =
  (...values: string[]): Parse =>
  raw =>
    values.includes(raw) ? raw : null

/** One line of visible characters, but not a stringified empty value. */
const token: Parse = raw =>
  /^[\x21-\x7e]{1,8192}$/.test(raw) && !['undefined', 'null', '[object Object]'].includes(raw) ? raw : null

/** Up to `most` records of one form, separated by commas. */
const getList = ({ source }: RegExp, most: number): Parse => {
  const form = new RegExp(`^${source}(?:, ${source}){0,${most - 1}}$`)
  return raw => (form.test(raw) ? raw : null)
}

/** Group and task, for example `1/101`. */
const taskRef: Parse = raw => (/^[1-9]\d{0,9}\/[1-9]\d{0,9}$/.test(raw) ? raw : null)

/** Removed at logout and when another user signs in. */
const SESSION = { isPerUser: true, isClearedAtLogout: true }
/** Outlasts a logout, until another user signs in. */
const USER = { isPerUser: true, isClearedAtLogout: false }
/** A setting of the device. */
const DEVICE = { isPerUser: false, isClearedAtLogout: false }

/** Keys without the prefix `flagship.` are prescribed; a script in the page's head also reads `theme`. */
export const storageRegistry = {
  token: { ...SESSION, parse: token },
  auth_redirect: { isPerUser: false, isClearedAtLogout: true, parse: upTo(2048) },
  /** A draft over the limit is truncated, not dropped. */
  FeedBack: { ...USER, parse: truncateMessage },
  /** Time, first line and number of the last sent messages, newest first. */
  'flagship.sentMessages': { ...SESSION, parse: upTo(10_000) },
  theme: { ...DEVICE, parse: oneOf('light', 'dark', 'system') },
  /** The last open task, linked on the home page. */
  'flagship.lastTask': { ...SESSION, parse: taskRef },
  /** Start of the pending refresh in milliseconds, and whether a cookie marks its end (`src/api/refresh.ts`). */
  'flagship.refreshing': { ...SESSION, parse: upTo(16) },
  /** Time of a login until the first refresh after it succeeds, to notice that the browser keeps no cookies. */
  'flagship.signedInAt': { ...SESSION, parse: raw => (/^\d{1,16}$/.test(raw) ? raw : null) },
  /** Hashes of wrong flags, newest last, to warn before the same flag is submitted again. */
  'flagship.flagLog': { ...SESSION, parse: upTo(20_000) },
  /** The last known running lab. */
  'flagship.lab': { ...SESSION, parse: taskRef },
  /** Whether to notify about a lab that stops soon; separate from the browser's permission. */
  'flagship.labNotices': { ...DEVICE, parse: oneOf('on', 'off') },
  /** Start durations of the user's labs, in seconds by task. */
  'flagship.labStarts': { ...SESSION, parse: upTo(10_000) },
  /** Filters of the group pages as search parameters, by group. */
  'flagship.taskFilters': { ...SESSION, parse: upTo(4000) },
  /** Announcements that were read, by group; the last used group last. */
  'flagship.announcements': { ...SESSION, parse: upTo(20_000) },
  /** Tasks of a group at the last visit, to mark the new ones; the last used group last. */
  'flagship.seenTasks': { ...SESSION, parse: upTo(60_000) },
  /** Private notes and "later" marks by task. Typed text, so it outlasts a logout, unless the user deletes it there. */
  'flagship.taskMarks': { ...USER, parse: upTo(200_000) },
  /** Font size, dock height and screen reader mode. */
  'flagship.terminal': { ...DEVICE, parse: upTo(200) },
  /** The group of the running exam, for the clock after a reload, and its end in milliseconds: `5 1764000000000`. */
  'flagship.exam': { ...SESSION, parse: raw => (/^[1-9]\d{0,9}(?: \d{1,13})?$/.test(raw) ? raw : null) },
  /** Whether the exam clock shows the time; some candidates prefer it hidden. */
  'flagship.examClock': { ...DEVICE, parse: oneOf('shown', 'hidden') },
  /** Connection gaps, retries and unsent flags. Evidence of the candidate, so it outlasts a logout. */
  'flagship.examLedger': { ...USER, parse: upTo(100_000) },
  /**
   * Attempts whose payment page was opened, latest last: time in milliseconds, result of that page, and whether an
   * earlier payment was rejected: `40 1763999000000, 41 1764000000000 ok again`. A payment may be pending, so it
   * outlasts a logout.
   */
  'flagship.payment': { ...USER, parse: getList(/[1-9]\d{0,15} \d{1,16}(?: ok| fail)?(?: again)?/, 8) },
  /** Group, last seen rank, its time, rank of the previous visit: `1 10 1763999000000 12, 2 4 1763999000000`. */
  'flagship.places': {
    ...SESSION,
    parse: getList(/[1-9]\d{0,9} [1-9]\d{0,9} \d{1,16}(?: [1-9]\d{0,9})?/, 100),
  },
  /** Window width and height of the header banners in pixels, to reserve their space: `412 45`. */
  'flagship.banners': { ...SESSION, parse: raw => (/^\d{2,5} \d{1,4}$/.test(raw) ? raw : null) },
  /** Window width, height and content of the operator's notice on the last visit: `412 45 {"text":…}`. */
  'flagship.notice': {
    ...DEVICE,
    parse: raw => (raw.length <= 6000 && /^\d{2,5} \d{1,4} \{/.test(raw) ? raw : null),
  },
  /** The text of the operator's notice that was hidden: another one is shown. */
  'flagship.noticeHidden': { ...DEVICE, parse: upTo(5000) },
  'flagship.vpnFile': { ...SESSION, parse: oneOf('saved') },
  /** Whether single-key shortcuts are on; a setting of the device, not of the user. */
  'flagship.shortcuts': { ...DEVICE, parse: oneOf('on', 'off') },
  /** Id or `@username` of the last user, to detect another. After a logout it only stays beside data of that user. */
  'flagship.user': { ...DEVICE, parse: upTo(200) },
} as const satisfies Record<string, Entry>

export type StorageKey = keyof typeof storageRegistry

/** Written and removed at once. */
const PROBE_KEY = 'flagship.probe'
const keys = Object.keys(storageRegistry) as StorageKey[]

/** The part of `Storage` in use. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

// biome-ignore lint/nursery/noJsRestrictedProperties: what the others use
const browserArea = (): StorageArea | null => (typeof window === 'undefined' ? null : window.localStorage)

/**
 * Safe access to `localStorage`: validates what it reads and never throws. Where storage is unavailable (private mode,
 * sandboxed frame, full disk), values live in memory for this tab; `onError` is called once.
 */
export const createStorage = (
  area: () => StorageArea | null = browserArea,
  onError?: (error: unknown) => void,
) => {
  const memory = new Map<StorageKey, string>()
  let hasReported = false

  /** Null also when there is no storage. */
  const attempt = <T>(use: (found: StorageArea) => T): T | null => {
    try {
      const found = area()
      return found ? use(found) : null
    } catch (error) {
      if (!hasReported) onError?.(error)
      hasReported = true
      return null
    }
  }

  const storage = {
    /** The value; null when missing or malformed. */
    get(key: StorageKey): string | null {
      const raw = memory.get(key) ?? attempt(found => found.getItem(key))
      return typeof raw === 'string' ? storageRegistry[key].parse(raw) : null
    },

    set(key: StorageKey, value: string): void {
      const isStored = attempt(found => {
        found.setItem(key, value)
        return true
      })
      if (isStored) {
        memory.delete(key)
        return
      }
      memory.set(key, value)
      // A full storage still has the old value, which must not return after a reload.
      attempt(found => found.removeItem(key))
    },

    remove(key: StorageKey): void {
      memory.delete(key)
      attempt(found => found.removeItem(key))
    },

    /** Whether values outlast this tab: storage may be blocked or full, which shows only by writing. */
    isKept(): boolean {
      const isWritten = attempt(found => {
        found.setItem(PROBE_KEY, '1')
        const isThere = found.getItem(PROBE_KEY) === '1'
        found.removeItem(PROBE_KEY)
        return isThere
      })
      return isWritten === true
    },

    /** Removes what must not outlive the session, or all data of a previous user. */
    clear(why: 'logout' | 'otherUser'): void {
      for (const key of keys) {
        const { isClearedAtLogout, isPerUser } = storageRegistry[key]
        // The new user's token replaces the old one; other tabs would treat its removal as a logout.
        const belongsToPreviousUser = isPerUser && key !== 'token'
        if (why === 'logout' ? isClearedAtLogout : belongsToPreviousUser) storage.remove(key)
      }
      const hasOwn = keys.some(key => storageRegistry[key].isPerUser && storage.get(key) !== null)
      if (why === 'logout' && !hasOwn) storage.remove('flagship.user')
    },
  }
  return storage
}

export type AppStorage = ReturnType<typeof createStorage>

export const storage = createStorage(browserArea, error =>
  console.warn('Local storage is not available: what is kept there lives as long as this page.', error),
)
