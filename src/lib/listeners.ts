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
