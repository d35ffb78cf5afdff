interface TransitionRunner {
  startTransition: (commit: () => void, ...rest: never[]) => Promise<boolean>
}

/**
 * Queues the router's transitions until the first tree has mounted: React would drop an update of a component that
 * isn't mounted yet. Call the returned function after the mount.
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
