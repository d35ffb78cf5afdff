import { cutMessage } from './feedback-rules'

type Accept = (raw: string) => string | null

type Entry = {
  /** The part of the application that writes it. */
  owner: string
  /** Belongs to one person: removed when another signs in on this device. */
  isPerUser: boolean
  isClearedAtLogout: boolean
  /** The value to trust, or null when it has not the shape it should have. */
  accept: Accept
}

const upTo =
  (length: number): Accept =>
  raw =>
    raw.length <= length ? raw : null

const oneOf =
  (...values: string[]): Accept =>
  raw =>
    values.includes(raw) ? raw : null

/** A token is one line of visible characters; the words are what careless code stores for "nothing". */
const token: Accept = raw =>
  /^[\x21-\x7e]{1,8192}$/.test(raw) && !['undefined', 'null', '[object Object]'].includes(raw) ? raw : null

/** So many records of one form, each but the first after a comma. */
const listOf = ({ source }: RegExp, most: number): Accept => {
  const form = new RegExp(`^${source}(?:, ${source}){0,${most - 1}}$`)
  return raw => (form.test(raw) ? raw : null)
}

/** Group and task, as in `1/101`. */
const taskPlace: Accept = raw => (/^[1-9]\d{0,9}\/[1-9]\d{0,9}$/.test(raw) ? raw : null)

/**
 * Every key that the application keeps in local storage (design §7). The names without prefix are the specification's
 * (§9), `theme` is the line in the page's head; every other begins with `flagship.`.
 */
export const storageRegistry = {
  token: { owner: 'session', isPerUser: true, isClearedAtLogout: true, accept: token },
  auth_redirect: { owner: 'guards', isPerUser: false, isClearedAtLogout: true, accept: upTo(2048) },
  /** A draft longer than a message may be is cut, not lost (specification §5). */
  FeedBack: { owner: 'feedback', isPerUser: true, isClearedAtLogout: false, accept: cutMessage },
  theme: {
    owner: 'theme',
    isPerUser: false,
    isClearedAtLogout: false,
    accept: oneOf('light', 'dark', 'system'),
  },
  /** The task that was open last, to be continued from the home page. */
  'flagship.lastTask': { owner: 'home', isPerUser: true, isClearedAtLogout: true, accept: taskPlace },
  /** When the refresh that is under way began, in milliseconds, and whether a cookie tells its end (`src/api/refresh-mark.ts`). */
  'flagship.refreshing': { owner: 'session', isPerUser: true, isClearedAtLogout: true, accept: upTo(16) },
  /** Hashes of flags that were wrong, newest last, so that the same one is not sent twice (ux §3). */
  'flagship.flagLog': {
    owner: 'flag-panel',
    isPerUser: true,
    isClearedAtLogout: true,
    accept: upTo(20_000),
  },
  /** The lab that was last known to run. */
  'flagship.lab': { owner: 'labs', isPerUser: true, isClearedAtLogout: true, accept: taskPlace },
  /** Whether the browser may notify about a lab that is about to stop; the browser asks its own question too. */
  'flagship.labNotices': {
    owner: 'labs',
    isPerUser: false,
    isClearedAtLogout: false,
    accept: oneOf('on', 'off'),
  },
  /** How long one's own labs took to start, seconds by task. */
  'flagship.labStarts': { owner: 'labs', isPerUser: true, isClearedAtLogout: true, accept: upTo(10_000) },
  /** The filters of the group pages, as their search parameters, by group. */
  'flagship.taskFilters': {
    owner: 'group-tasks',
    isPerUser: true,
    isClearedAtLogout: true,
    accept: upTo(4000),
  },
  /** Size of the letters, height of the dock and the mode for screen readers. */
  'flagship.terminal': { owner: 'terminal', isPerUser: false, isClearedAtLogout: false, accept: upTo(200) },
  /**
   * The group whose exam runs, so that every page shows its clock after a reload, and the end that was last heard, in
   * milliseconds: `5`, `5 1764000000000`.
   */
  'flagship.exam': {
    owner: 'exam-bar',
    isPerUser: true,
    isClearedAtLogout: true,
    accept: raw => (/^[1-9]\d{0,9}(?: \d{1,13})?$/.test(raw) ? raw : null),
  },
  /** Whether the exam's clock shows its time; some people work better without. */
  'flagship.examClock': {
    owner: 'exam-bar',
    isPerUser: false,
    isClearedAtLogout: false,
    accept: oneOf('shown', 'hidden'),
  },
  /** Gaps, retries and unsent flags of an exam by the server's time: a candidate's evidence, so it outlasts a logout. */
  'flagship.examLedger': {
    owner: 'exam-ledger',
    isPerUser: true,
    isClearedAtLogout: false,
    accept: upTo(100_000),
  },
  /**
   * The attempts whose payment page was opened, the latest last, and when, in milliseconds, what that page said in the
   * end, and whether an earlier payment had been rejected: `40 1763999000000, 41 1764000000000 ok again`. Money may be on
   * its way, so it outlasts a logout.
   */
  'flagship.payment': {
    owner: 'payment',
    isPerUser: true,
    isClearedAtLogout: false,
    accept: listOf(/[1-9]\d{0,15} \d{1,16}(?: ok| fail)?(?: again)?/, 8),
  },
  /**
   * The own place on a board that was seen last, when that was, in milliseconds, and the place at the end of the visit
   * before, by group: `1 10 1763999000000 12, 2 4 1763999000000`.
   */
  'flagship.places': {
    owner: 'leaderboard',
    isPerUser: true,
    isClearedAtLogout: true,
    accept: listOf(/[1-9]\d{0,9} [1-9]\d{0,9} \d{1,16}(?: [1-9]\d{0,9})?/, 100),
  },
  /** Width of the window and height of the banners under the header at the end of the last visit, in pixels: `412 45`. */
  'flagship.banners': {
    owner: 'app-shell',
    isPerUser: true,
    isClearedAtLogout: true,
    accept: raw => (/^\d{2,5} \d{1,4}$/.test(raw) ? raw : null),
  },
  /** The address of the fonts that this browser has been given. */
  'flagship.fonts': { owner: 'fonts', isPerUser: false, isClearedAtLogout: false, accept: upTo(100) },
  /** Whether single keys act as shortcuts: a habit of the hands at this device, so it outlasts people. */
  'flagship.shortcuts': {
    owner: 'shortcuts',
    isPerUser: false,
    isClearedAtLogout: false,
    accept: oneOf('on', 'off'),
  },
  /**
   * The id of the user who signed in last, or `@username` without one, to know when another one comes. After a logout it
   * stays only beside something of theirs that stays too.
   */
  'flagship.user': { owner: 'session', isPerUser: false, isClearedAtLogout: false, accept: upTo(200) },
} as const satisfies Record<string, Entry>

export type StorageKey = keyof typeof storageRegistry

const keys = Object.keys(storageRegistry) as StorageKey[]

/** The part of the browser's `Storage` that is used. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const browserArea = (): StorageArea | null => (typeof window === 'undefined' ? null : window.localStorage)

/**
 * Guarded access to local storage. Reading checks the shape. Where storage is refused (private mode, sandboxed frame,
 * full disk) a value lives in memory for this tab, so login and browsing work; `onTrouble` hears of it once.
 * Nothing here throws.
 */
export const createStorage = (
  area: () => StorageArea | null = browserArea,
  onTrouble?: (error: unknown) => void,
) => {
  const memory = new Map<StorageKey, string>()
  let isTold = false

  /** Runs one access; null also stands for "there is no storage". */
  const attempt = <T>(use: (found: StorageArea) => T): T | null => {
    try {
      const found = area()
      return found ? use(found) : null
    } catch (error) {
      if (!isTold) onTrouble?.(error)
      isTold = true
      return null
    }
  }

  const storage = {
    /** The value, or null when there is none or it has the wrong shape. */
    get(key: StorageKey): string | null {
      const raw = memory.get(key) ?? attempt(found => found.getItem(key))
      return typeof raw === 'string' ? storageRegistry[key].accept(raw) : null
    },

    set(key: StorageKey, value: string): void {
      const isKept = attempt(found => {
        found.setItem(key, value)
        return true
      })
      if (isKept) {
        memory.delete(key)
        return
      }
      memory.set(key, value)
      // A full store still holds the value from before, which must not come back after a reload.
      attempt(found => found.removeItem(key))
    },

    remove(key: StorageKey): void {
      memory.delete(key)
      attempt(found => found.removeItem(key))
    },

    /** Removes what must not outlive a session: at its end, or all that was one person's when another comes. */
    clear(why: 'logout' | 'otherUser'): void {
      for (const key of keys) {
        const { isClearedAtLogout, isPerUser } = storageRegistry[key]
        // The newcomer's token takes the old one's place: other tabs would take its absence for a logout.
        const isLeftBehind = isPerUser && key !== 'token'
        if (why === 'logout' ? isClearedAtLogout : isLeftBehind) storage.remove(key)
      }
      const hasOwn = keys.some(key => storageRegistry[key].isPerUser && storage.get(key) !== null)
      if (why === 'logout' && !hasOwn) storage.remove('flagship.user')
    },
  }
  return storage
}

export type AppStorage = ReturnType<typeof createStorage>

/** The application's one storage. Keys are those of the registry. */
export const storage = createStorage(browserArea, error =>
  console.warn('Local storage is not available: what is kept there lives as long as this page.', error),
)
