import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const listeners = new Set<() => void>()
let isPrinting = false
let place = 0

const tell = () => {
  for (const listener of listeners) listener()
}

const begin = () => {
  place = window.scrollY
  isPrinting = true
  flushSync(tell)
}

/** The page of the paper is another one, often much shorter: whoever read row 5,000 of the long one reads on there. */
const end = () => {
  isPrinting = false
  flushSync(tell)
  window.scrollTo({ top: place, behavior: 'instant' })
}

const follow = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    isPrinting = false
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}

export const isOnPaper = (): boolean => isPrinting

/** Whether the page is being put on paper; true before the browser draws its first sheet. */
export const useIsPrinting = (): boolean => useSyncExternalStore(follow, isOnPaper, () => false)
