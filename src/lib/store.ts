import { useSyncExternalStore } from 'react'

/** The listeners of a store: `subscribe` returns the function that unsubscribes. */
export const createListeners = <Args extends unknown[] = []>() => {
  const listeners = new Set<(...args: Args) => void>()
  return {
    subscribe: (listener: (...args: Args) => void): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Calls a copy of the set, so that listeners may unsubscribe while they run. */
    emit: (...args: Args): void => {
      for (const listener of [...listeners]) listener(...args)
    },
  }
}

/** A value outside of React. `set` does nothing if the value is the same. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const { subscribe, emit } = createListeners()
  return {
    get: (): T => value,
    set: (next: T): void => {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}

interface Store<T> {
  get: () => T
  subscribe: (listener: () => void) => () => void
}

export const useStore = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get, get)
