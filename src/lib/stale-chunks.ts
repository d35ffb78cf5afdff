import { clock } from './clock'
import { createListeners } from './listeners'
import { unsavedChanges } from './unsaved-changes'

/** After a deployment chunks may be gone: reloads once, or asks if something unsaved would be lost. */

/** Messages of Chromium and Firefox; of Safari, also for an HTML page in place of a script; of Vite for CSS. */
const CHUNK_ERROR_PATTERN =
  /dynamically imported module|Importing a module script failed|not a valid JavaScript MIME type|Unable to preload CSS/i

/** Whether a chunk failed to load; also checks `cause`. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && (CHUNK_ERROR_PATTERN.test(error.message) || isChunkError(error.cause))

/** Minimum time between automatic reloads. */
const RELOAD_COOLDOWN_MS = 60_000
/** A part that is still missing after a reload isn't a stale chunk. */
const PART_RELOAD_COOLDOWN_MS = 60 * RELOAD_COOLDOWN_MS

/** Within this time after `beforeunload`, a failing chunk was probably cancelled by the navigation. */
const UNLOAD_ABORT_MS = 2000
/** How long the next page may take before the cancelled chunk counts as failed. */
const UNLOAD_TIMEOUT_MS = 30_000

export interface ReloadContext {
  isOnline: boolean
  /** Whether the site responds; `navigator.onLine` can be true without internet access. */
  isReachable: boolean
  hasUnsavedChanges: boolean
  /** Milliseconds since the last automatic reload; null when there was none. */
  since: number | null
  /** The last reload was for the same chunk, needed by a part of the page only. */
  isSamePart: boolean
}

/** `reload`, ask first, or the reason why neither helps. */
export type ReloadDecision = 'reload' | 'ask' | 'offline' | 'unreachable' | 'tried'

export const decideReload = (context: ReloadContext): ReloadDecision => {
  const { isOnline, isReachable, hasUnsavedChanges, since, isSamePart } = context
  if (!isOnline) return 'offline'
  if (!isReachable) return 'unreachable'
  if (since !== null && since < (isSamePart ? PART_RELOAD_COOLDOWN_MS : RELOAD_COOLDOWN_MS)) return 'tried'
  return hasUnsavedChanges ? 'ask' : 'reload'
}

const STORAGE_KEY = 'flagship.reloaded'

interface LastReload {
  at: number
  file: string
}

// biome-ignore lint/style/noRestrictedGlobals: a moment and a file name, no text of a user
const getArea = (): Storage => sessionStorage

/** The last reload, in `sessionStorage`: `1763999000000 contacts-Ab12.js`. */
const lastReload = {
  read(): LastReload | null {
    try {
      const [, at, file = ''] = /^(\d{1,16}) (\S*)$/.exec(getArea().getItem(STORAGE_KEY) ?? '') ?? []
      return at === undefined ? null : { at: Number(at), file }
    } catch {
      return null
    }
  },
  /** @returns whether it was stored */
  write({ at, file }: LastReload): boolean {
    try {
      getArea().setItem(STORAGE_KEY, `${at} ${file}`)
      return true
    } catch {
      return false
    }
  },
  clear(): void {
    try {
      getArea().removeItem(STORAGE_KEY)
    } catch {}
  },
}

/** Name of the chunk, as far as the browser reports it. */
const getFileName = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return /[^/\s]+\.(?:js|css)/.exec(error.message)?.[0] ?? getFileName(error.cause)
}

/** The page is being reloaded, so callers wait forever. */
const NEVER = new Promise<never>(() => {})

interface Options {
  /** A whole page failed, which shows the message itself; no banner needed. */
  isPage?: boolean
  /** Runs before a reload, automatic or not, to restore the user's action after it. */
  prepare?: () => void
}

export const createStaleChunks = (deps: { isReachable: () => Promise<boolean>; reload: () => void }) => {
  let isReloading = false
  let isPromptShown = false
  let unloadAt: number | null = null
  let hadUnsavedText = false
  let lastFile = ''
  let pendingCheck: Promise<boolean> | null = null
  const listeners = createListeners()
  const setPromptShown = (next: boolean) => {
    isPromptShown = next
    listeners.emit()
  }

  /** Null before the first reload, and when the device's clock was set back. */
  const since = (): number | null => {
    const last = lastReload.read()
    const passed = last && clock.now() - last.at
    return passed !== null && passed < 0 ? null : passed
  }

  /** Without storage, a page that has just started may be the result of the last reload. */
  const mayReload = (): boolean =>
    lastReload.write({ at: clock.now(), file: lastFile }) || clock.elapsed() >= RELOAD_COOLDOWN_MS

  /** From here on errors are suppressed until the page is gone. */
  const reloadNow = (): void => {
    isReloading = true
    deps.reload()
  }

  /** Firefox cancels pending requests as soon as a navigation starts; reloading now would cancel that navigation. */
  const waitForUnload = async (): Promise<void> => {
    const passed = unloadAt === null ? Number.POSITIVE_INFINITY : clock.elapsed() - unloadAt
    if (passed < UNLOAD_ABORT_MS)
      await new Promise<void>(resolve => clock.after(UNLOAD_TIMEOUT_MS - passed, resolve))
  }

  /** Shares one check between simultaneous failures. */
  const isReachable = (): Promise<boolean> => {
    pendingCheck ??= deps.isReachable().finally(() => {
      pendingCheck = null
    })
    return pendingCheck
  }

  const getDecision = async (error: unknown, isPage: boolean): Promise<ReloadDecision> => {
    const isOnline = navigator.onLine
    return decideReload({
      isOnline,
      isReachable: isOnline && (await isReachable()),
      hasUnsavedChanges: unsavedChanges.isAny() || (isPage && hadUnsavedText),
      since: since(),
      isSamePart: !isPage && getFileName(error) !== '' && lastReload.read()?.file === getFileName(error),
    })
  }

  return {
    isReloading: (): boolean => isReloading,
    isPromptShown: (): boolean => isPromptShown,
    subscribe: listeners.subscribe,
    /**
     * Call before showing an error. Never settles while the page reloads; otherwise resolves with the reason why the
     * chunk is unavailable, or with null for other errors. Shows the banner when the user has to be asked about a part
     * of a page.
     */
    async handleError(
      error: unknown,
      { isPage = false, prepare }: Options = {},
    ): Promise<ReloadDecision | null> {
      if (isReloading) return NEVER
      if (!isChunkError(error)) return null
      await waitForUnload()
      const decision = await getDecision(error, isPage)
      if (isReloading) return NEVER
      lastFile = getFileName(error)
      // After an outage a reload helps again, which Firefox needs: it never requests a failed chunk twice in one page.
      if (decision === 'offline' || decision === 'unreachable') lastReload.clear()
      if (decision === 'reload' && !mayReload()) return 'tried'
      if (decision === 'reload' || decision === 'ask') prepare?.()
      if (decision === 'reload') {
        reloadNow()
        return NEVER
      }
      if (decision === 'ask') setPromptShown(!isPage)
      return decision
    },
    /** On a user's click. A `beforeunload` dialog may keep the page open. */
    reload: (): void => {
      mayReload()
      deps.reload()
    },
    dismiss: (): void => setPromptShown(false),
    /** Call before each navigation: the old page may be gone when the new one fails to load. */
    onBeforeNavigate: (): void => {
      hadUnsavedText = unsavedChanges.isTextLost()
    },
    /** The navigation may still be cancelled. */
    onBeforeUnload: (): void => {
      unloadAt = clock.elapsed()
    },
    /** Counts the cooldown from the start of this page, however long it took to load. */
    onStart: (): void => {
      const mark = lastReload.read()
      const passed = since()
      if (mark && passed !== null && passed < RELOAD_COOLDOWN_MS)
        lastReload.write({ ...mark, at: clock.now() })
    },
  }
}

let isReachable = () => Promise.resolve(true)

export const staleChunks = createStaleChunks({
  isReachable: () => isReachable(),
  reload: () => window.location.reload(),
})

/** Dispatched by Vite when a chunk fails to load. */
interface PreloadError extends Event {
  payload?: unknown
}

/**
 * The router reloads the page by itself for errors with a known message, ignoring unsaved changes, and throws where
 * `sessionStorage` is blocked. Changing the message prevents that.
 */
const renameChunkError = ({ payload }: PreloadError): void => {
  if (!(payload instanceof Error)) return
  // Not by assignment: that of a DOMException, as some versions of Chromium throw, has only a getter.
  Object.defineProperty(payload, 'message', { value: `A file did not come: ${payload.message}` })
}

/** Call once at startup. `checkSite` says whether the site responds. */
export const initStaleChunks = (checkSite: () => Promise<boolean>): void => {
  isReachable = checkSite
  staleChunks.onStart()
  window.addEventListener('vite:preloadError', renameChunkError)
  window.addEventListener('beforeunload', staleChunks.onBeforeUnload)
}
