import { afterPaint } from './lib/run-when-idle'
import type { AppRouter } from './router'

// Changes to TanStack Router 1.170.46, which has no option for them. Each says what breaks without it.

/**
 * Starts loading the first route. Resolves when it is ready, or at once if it is another one than the prerendered
 * page. Without the replaced `startTransition` the router waits with that until it is rendered.
 */
export const loadFirstRoute = (
  router: Pick<AppRouter, 'startTransition' | 'load'>,
  isPrerendered: () => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    // The router replaces this once it is rendered.
    router.startTransition = async commit => {
      commit()
      if (!isPrerendered()) resolve()
      return false
    }
    router.load().then(resolve, reject)
  })

interface TransitionRunner {
  startTransition: (commit: () => void, ...rest: never[]) => Promise<boolean>
}

/**
 * Queues the router's transitions until the first tree has mounted; call the returned function then. Without it React
 * drops a navigation during hydration, because it updates a component that isn't mounted yet.
 */
export const deferTransitions = (router: TransitionRunner): (() => void) => {
  let { startTransition } = router
  let isMounted = false
  let mount = () => {}
  const mounted = new Promise<void>(resolve => {
    mount = resolve
  })
  Object.defineProperty(router, 'startTransition', {
    get: (): TransitionRunner['startTransition'] =>
      isMounted ? startTransition : (commit, ...rest) => mounted.then(() => startTransition(commit, ...rest)),
    set: (next: TransitionRunner['startTransition']) => {
      startTransition = next
    },
  })
  return () => {
    isMounted = true
    mount()
  }
}

/**
 * Shows the pressed link before the next page is rendered. Without it a press shows nothing while a long list renders:
 * from 500 groups to 1,000 tasks the next paint takes 2.89 times the floor's instead of 0.65.
 */
export const paintBeforeNavigation = (router: Pick<AppRouter, 'startViewTransition'>): void => {
  // Hidden tabs have no frames.
  router.startViewTransition = commit =>
    document.hidden ? commit() : new Promise<void>(afterPaint).then(commit)
}

/**
 * Makes the router render the tree of prerendering. Without it the tree has another boundary, and React throws the
 * prerendered page away.
 */
export const renderAsPrerendered = (router: Pick<AppRouter, 'ssr'>): void => {
  router.ssr = { manifest: undefined }
}
