import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** False in the server render and during hydration, then true. For portals, which need a document. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
