import type { StorageKey } from './storage'

type Subscribe = (listener: () => void) => () => void

/** Subscribes to the changes of this tab, and to those of a stored value by other tabs. */
export const withOtherTabs =
  (storageKey: StorageKey, subscribe: Subscribe): Subscribe =>
  listener => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === storageKey || key === null) listener()
    }
    const unsubscribe = subscribe(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      unsubscribe()
      window.removeEventListener('storage', onStorage)
    }
  }
