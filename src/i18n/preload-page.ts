import type { AnyRouter } from '@tanstack/react-router'
import type { Language } from '../lib/languages'
import { staleChunks } from '../lib/stale-chunks'
import { preloadMessages } from './init'

/** The routes of the page at this address, from the root. */
export const getRouteIds = (router: AnyRouter, href: string): string[] =>
  router.matchRoutes(href.replace(/[?#].*/, ''), {}).map(({ routeId }) => routeId)

/** Preloads code and messages; runs no loaders. */
export const preloadPage = (
  router: AnyRouter,
  routeIds: readonly string[],
  language: Language,
  onMissing: (error: unknown) => unknown = staleChunks.handleError,
): void => {
  const routes = Object.values(router.routesById).filter(({ id }) => routeIds.includes(id))
  for (const route of routes) void router.loadRouteChunk(route)?.catch(() => {})
  // The bundler requests a stylesheet once per page, so a failure must be handled here.
  for (const route of routes) void route.options.staticData?.preload?.(router).catch(onMissing)
  preloadMessages(
    language,
    routes.flatMap(route => route.options.staticData?.namespaces ?? []),
  )
}
