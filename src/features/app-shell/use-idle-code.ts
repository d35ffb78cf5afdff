import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { runWhenIdle } from '../../lib/run-when-idle'

/**
 * Fetches the code of the other pages for members, so that a lost connection costs a page its data and never the page
 * itself. Code alone: no loader runs, so nothing is read and nothing acts.
 * @param preloadParts fetches the parts of the frame that are shown on demand; the same function at each rendering
 */
export const useIdleCode = (preloadParts: () => void): void => {
  const router = useRouter()
  useEffect(
    () =>
      runWhenIdle(() => {
        preloadParts()
        for (const route of Object.values(router.routesById)) {
          if (route.id.startsWith('/_protected/')) void router.loadRouteChunk(route)?.catch(() => {})
        }
      }),
    [router, preloadParts],
  )
}
