import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the Node render and while it is being hydrated, true ever after. For what needs a document: portals. */
export function useIsClient(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
