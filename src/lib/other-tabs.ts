import type { StorageKey } from './storage'

type Subscribe = (listener: () => void) => () => void

/** Calls the listener when another tab changes a stored value. Returns the unsubscribe function. */
export const onOtherTab = (storageKey: StorageKey, listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Subscribes to the changes of this tab, and to those of a stored value by other tabs. */
export const withOtherTabs =
  (storageKey: StorageKey, subscribe: Subscribe): Subscribe =>
  listener => {
    const stops = [subscribe(listener), onOtherTab(storageKey, listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }
