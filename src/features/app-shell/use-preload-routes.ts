import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { runWhenIdle } from '../../lib/run-when-idle'

/**
 * Fetches the code of the members' pages when idle, so a lost connection never costs a page its code. Runs no
 * loaders.
 * @param preloadLayout also preloads the lazy parts of the layout; must be a stable function
 */
export const usePreloadRoutes = (preloadLayout: () => void): void => {
  const router = useRouter()
  useEffect(
    () =>
      runWhenIdle(() => {
        preloadLayout()
        for (const route of Object.values(router.routesById)) {
          if (route.id.startsWith('/_protected/')) void router.loadRouteChunk(route)?.catch(() => {})
        }
      }),
    [router, preloadLayout],
  )
}
