import { clock } from './clock'
import { workInHand } from './work-in-hand'

/**
 * After a deployment a page that is open asks for files which the new release does not have. Then the page is reloaded,
 * once, where nothing is torn out of anybody's hands; else the person is asked (reliability §3.7).
 */

/** Chromium and Firefox; Safari, and what it says of a page in place of a script; Vite, of a style. */
const words =
  /dynamically imported module|Importing a module script failed|not a valid JavaScript MIME type|Unable to preload CSS/i

/** Whether a file of the application did not come, also where another error tells of it (`cause`). */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && (words.test(error.message) || isChunkError(error.cause))

/** Milliseconds for which a page must run before it may reload itself again. */
const rest = 60_000
/** A part that is missing after a reload too is no part of an older release: this long nothing is reloaded for it. */
const restForPart = 60 * rest

/** Milliseconds after the page was asked to go in which a file that fails was cut off by that. */
const cutOff = 2000
/** Milliseconds that the next page may take to come, before what was cut off is missed in this one. */
const leaving = 30_000

export interface Situation {
  isOnline: boolean
  /** Whether the site answers at all; a browser that says it is online may still have no way out. */
  isReachable: boolean
  hasWork: boolean
  /** Milliseconds since the last reload of this kind; null when there was none. */
  since: number | null
  /** It was for the same file, which only a part of the page needs. */
  isSamePart: boolean
}

/** `reload`, or ask before it; or why neither helps: no network, no answer from the site, or it was just tried. */
export type Verdict = 'reload' | 'ask' | 'offline' | 'unreachable' | 'tried'

export const judge = (situation: Situation): Verdict => {
  const { isOnline, isReachable, hasWork, since, isSamePart } = situation
  if (!isOnline) return 'offline'
  if (!isReachable) return 'unreachable'
  if (since !== null && since < (isSamePart ? restForPart : rest)) return 'tried'
  return hasWork ? 'ask' : 'reload'
}

const key = 'flagship.reloaded'

interface Mark {
  at: number
  /** What did not come. */
  file: string
}

/** The mark of the last reload, in the tab's own storage: `1763999000000 contacts-Ab12.js`. */
const marks = {
  read(): Mark | null {
    try {
      const [, at, file = ''] = /^(\d{1,16}) (\S*)$/.exec(sessionStorage.getItem(key) ?? '') ?? []
      return at === undefined ? null : { at: Number(at), file }
    } catch {
      return null
    }
  },
  /** @returns whether it is kept */
  write({ at, file }: Mark): boolean {
    try {
      sessionStorage.setItem(key, `${at} ${file}`)
      return true
    } catch {
      return false
    }
  },
}

/** The name of the file, as far as the browser tells it. */
const fileOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return /[^/\s]+\.(?:js|css)/.exec(error.message)?.[0] ?? fileOf(error.cause)
}

/** Never settles: whoever waits is gone with the page. */
const never = new Promise<never>(() => {})

interface Surroundings {
  /** Asks the site for a sign of life. */
  isReachable: () => Promise<boolean>
  reload: () => void
}

interface Options {
  /** A whole page did not come, and says itself what the banner would say. */
  isPage?: boolean
  /** What the person had asked for is to be so after the reload, whoever begins it. */
  prepare?: () => void
}

export const createStaleChunks = (surroundings: Surroundings) => {
  let isReloading = false
  let isAsking = false
  let unloadAt: number | null = null
  let hasLeftWork = false
  let lastFile = ''
  let isAnswering: Promise<boolean> | null = null
  const listeners = new Set<() => void>()
  const tell = (next: boolean) => {
    isAsking = next
    for (const listener of [...listeners]) listener()
  }

  /** Null where nothing was reloaded yet, and where the device's clock was set back: the mark tells nothing then. */
  const since = (): number | null => {
    const mark = marks.read()
    const passed = mark && clock.now() - mark.at
    return passed !== null && passed < 0 ? null : passed
  }

  /**
   * Leaves the mark. Where it cannot be kept, the storage being refused or full, a page that has only just begun may be
   * what the last reload brought: it must not reload itself.
   */
  const mayReload = (): boolean => marks.write({ at: clock.now(), file: lastFile }) || clock.elapsed() >= rest

  /** Nobody is asked, so nothing keeps the page: until it is gone, no failure is news. */
  const reloadByItself = (): void => {
    isReloading = true
    surroundings.reload()
  }

  /**
   * Firefox drops what is on its way as soon as another page is asked for, however long that takes to come: to reload this
   * one would call it off.
   */
  const untilItStays = async (): Promise<void> => {
    const passed = unloadAt === null ? Number.POSITIVE_INFINITY : clock.elapsed() - unloadAt
    if (passed < cutOff) await new Promise<void>(resolve => clock.after(leaving - passed, resolve))
  }

  /** One question for all that fail together. */
  const isReachable = (): Promise<boolean> => {
    isAnswering ??= surroundings.isReachable().finally(() => {
      isAnswering = null
    })
    return isAnswering
  }

  const look = async (error: unknown, isPage: boolean): Promise<Verdict> => {
    const isOnline = navigator.onLine
    return judge({
      isOnline,
      isReachable: isOnline && (await isReachable()),
      hasWork: workInHand.isAny() || (isPage && hasLeftWork),
      since: since(),
      isSamePart: !isPage && fileOf(error) !== '' && marks.read()?.file === fileOf(error),
    })
  }

  return {
    isReloading: (): boolean => isReloading,
    isAsking: (): boolean => isAsking,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /**
     * Asked before a failure is shown. While the page reloads it never settles, so that nothing flashes up; else it gives
     * why the file cannot be had, or null for a failure of another kind. A part that must be asked for raises the banner.
     */
    async settle(error: unknown, { isPage = false, prepare }: Options = {}): Promise<Verdict | null> {
      if (isReloading) return never
      if (!isChunkError(error)) return null
      await untilItStays()
      const verdict = await look(error, isPage)
      if (isReloading) return never
      lastFile = fileOf(error)
      if (verdict === 'reload' && !mayReload()) return 'tried'
      if (verdict === 'reload' || verdict === 'ask') prepare?.()
      if (verdict === 'reload') {
        reloadByItself()
        return never
      }
      if (verdict === 'ask') tell(!isPage)
      return verdict
    },
    /** By a person's click. The page may ask back, as one with a terminal does, and stay: it goes on as it was. */
    reload: (): void => {
      mayReload()
      surroundings.reload()
    },
    /** For another reason to reload before anything has begun: false where the last reload was a moment ago. */
    reloadAtStart(): boolean {
      const passed = since()
      if ((passed !== null && passed < rest) || !mayReload()) return false
      reloadByItself()
      return true
    },
    /** The person stays, and finishes. */
    dismiss: (): void => tell(false),
    /** At the beginning of each navigation: the page that is left may be gone before the next one has failed. */
    noteLeft: (): void => {
      hasLeftWork = workInHand.isLeft()
    },
    /** Another page is asked for, or this one anew; whether it comes is not known. */
    noteUnload: (): void => {
      unloadAt = clock.elapsed()
    },
    /** At the start of a page: the minute of rest is counted from when it runs, however long it took to come. */
    noteStart: (): void => {
      const mark = marks.read()
      const passed = since()
      if (mark && passed !== null && passed < rest) marks.write({ ...mark, at: clock.now() })
    },
  }
}

let isReachable = () => Promise.resolve(true)

/** The application's one. */
export const staleChunks = createStaleChunks({
  isReachable: () => isReachable(),
  reload: () => window.location.reload(),
})

/** Vite tells of every file that did not come. */
interface PreloadError extends Event {
  payload?: unknown
}

/**
 * The router would reload the page itself, once for each text of a browser, whatever the person is doing, and it breaks
 * where session storage is refused: it knows the failure by the beginning of its text, so that text gets another one.
 */
const hideFromRouter = ({ payload }: PreloadError): void => {
  if (payload instanceof Error) payload.message = `A file did not come: ${payload.message}`
}

/** Call once at the start. @param answers whether the site gives a sign of life */
export const watchStaleChunks = (answers: () => Promise<boolean>): void => {
  isReachable = answers
  staleChunks.noteStart()
  window.addEventListener('vite:preloadError', hideFromRouter)
  window.addEventListener('beforeunload', staleChunks.noteUnload)
}
