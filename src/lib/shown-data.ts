/** What keeps the data on the screen; its code comes with the first page that has any. */
interface Keeper {
  /** Since when the oldest of it is known, in milliseconds; null when there is none. */
  time: () => number | null
  subscribe: (listener: () => void) => () => void
  /** Before a page that failed is tried again: what it failed of must not fail it at once. */
  forgetFailures: () => void
}

const keepers: Keeper[] = []
let stop = () => {}
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of [...listeners]) listener()
}
/** The one that came last; when it goes, the one before. */
const keeper = (): Keeper | undefined => keepers.at(-1)
const follow = (): void => {
  stop()
  stop = keeper()?.subscribe(tell) ?? (() => {})
  tell()
}

/** For what stands on every page, a guest's too, and must not bring the cache of the data along. */
export const shownData = {
  time: (): number | null => keeper()?.time() ?? null,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  forgetFailures: (): void => keeper()?.forgetFailures(),
  /** @returns what takes it away again */
  attach: (next: Keeper): (() => void) => {
    keepers.push(next)
    follow()
    return () => {
      keepers.splice(keepers.indexOf(next), 1)
      follow()
    }
  },
}
