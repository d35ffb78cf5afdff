import { useSyncExternalStore } from 'react'
import { getIsPrinting } from './use-row-window'

/** A hook for a media query. A printed page is narrow: it keeps the layout of the screen. */
export const createScreenQuery = (query: string, fallback: boolean): (() => boolean) => {
  let matched = fallback
  const subscribe = (listener: () => void) => {
    const media = window.matchMedia?.(query)
    media?.addEventListener('change', listener)
    return () => media?.removeEventListener('change', listener)
  }
  const read = () => {
    if (!getIsPrinting()) matched = window.matchMedia?.(query).matches ?? fallback
    return matched
  }
  return () => useSyncExternalStore(subscribe, read, () => fallback)
}
