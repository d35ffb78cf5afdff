import { useSyncExternalStore } from 'react'

/** A hook for a media query, which keeps its value while `isFrozen`. */
export const createScreenQuery = (
  query: string,
  fallback: boolean,
  isFrozen = (): boolean => false,
): (() => boolean) => {
  let matched = fallback
  const subscribe = (listener: () => void) => {
    const media = window.matchMedia?.(query)
    media?.addEventListener('change', listener)
    return () => media?.removeEventListener('change', listener)
  }
  const read = () => {
    if (!isFrozen()) matched = window.matchMedia?.(query).matches ?? fallback
    return matched
  }
  return () => useSyncExternalStore(subscribe, read, () => fallback)
}
