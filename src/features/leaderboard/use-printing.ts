import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const listeners = new Set<() => void>()
let isPrinting = false
let scrollTop = 0

const notify = () => {
  for (const listener of listeners) listener()
}

const startPrinting = () => {
  scrollTop = window.scrollY
  isPrinting = true
  flushSync(notify)
}

/** The printed page is shorter, so the scroll position has to be restored. */
const endPrinting = () => {
  isPrinting = false
  flushSync(notify)
  window.scrollTo({ top: scrollTop, behavior: 'instant' })
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', startPrinting)
    window.addEventListener('afterprint', endPrinting)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    isPrinting = false
    window.removeEventListener('beforeprint', startPrinting)
    window.removeEventListener('afterprint', endPrinting)
  }
}

export const getIsPrinting = (): boolean => isPrinting

/** True before the first printed page is laid out. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, getIsPrinting, () => false)
