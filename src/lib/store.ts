import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners'

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
