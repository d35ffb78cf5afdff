import { createListeners } from './create-listeners'

let suppressors = 0
const listeners = createListeners()
const update = (change: 1 | -1) => {
  suppressors += change
  listeners.emit()
}

/** Whether the global offline banner is hidden because another component reports the connection. */
export const offlineBanner = {
  /** Used while an exam runs, whose clock reports the connection itself. Returns the function that ends it. */
  suppress(): () => void {
    update(1)
    let isActive = true
    return () => {
      if (isActive) update(-1)
      isActive = false
    }
  },
  isSuppressed: (): boolean => suppressors > 0,
  subscribe: listeners.subscribe,
}
