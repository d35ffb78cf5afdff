import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ConfigError } from './api/config-error'
import { ApiError } from './api/errors'
import { App } from './app'
import { deferTransitions, renderAsPrerendered } from './hydrate-router'
import { isChunkError } from './lib/stale-chunks'
import type { AppRouter } from './router'

/** Wraps the tree: a sibling would change the ids of `useId` in the prerendered page. */
const RunOnMount = ({ run, children }: { run: () => void; children: ReactNode }): ReactNode => {
  useLayoutEffect(run, [run])
  return children
}

/** React hydrates the inside of boundaries when idle; this asks for a form to be first. */
interface HydrationRoot {
  unstable_scheduleHydration?: (target: Node) => void
}

/** Errors that a page shows are expected; anything else a boundary caught is a bug. */
const logUnexpectedError = (error: unknown) => {
  const isHandled = error instanceof ApiError || error instanceof ConfigError || isChunkError(error)
  if (!isHandled) console.error(error)
}

/** Hydrates the prerendered page; input typed before is kept. */
const hydrate = (root: HTMLElement, router: AppRouter, tree: ReactNode): void => {
  renderAsPrerendered(router)
  const options = {
    onCaughtError: logUnexpectedError,
    onRecoverableError: (error: unknown) => console.error(error),
  }
  const reactRoot: ReturnType<typeof hydrateRoot> & HydrationRoot = hydrateRoot(root, tree, options)
  const form = root.querySelector('form')
  if (form) reactRoot.unstable_scheduleHydration?.(form)
}

/** Renders the application, in place of the layout or into the prerendered page. */
export const render = (
  root: HTMLElement,
  router: AppRouter,
  { isPrerendered }: { isPrerendered: boolean },
): void => {
  const tree = (
    <StrictMode>
      <RunOnMount run={deferTransitions(router)}>
        <App router={router} />
      </RunOnMount>
    </StrictMode>
  )
  if (isPrerendered) {
    hydrate(root, router, tree)
    return
  }
  const reactRoot = createRoot(root, { onCaughtError: logUnexpectedError })
  // In one piece a phone would not respond for a third of a second.
  startTransition(() => reactRoot.render(tree))
}
