interface Transitioning {
  startTransition: (commit: () => void, ...rest: never[]) => Promise<boolean>
}

/**
 * The router takes React's state in hand while it renders. Until that tree has mounted, what it publishes has to wait: React
 * would drop an update of a component that is not there yet.
 * @returns call it when the tree has mounted; more calls change nothing
 */
export const holdTransitions = (router: Transitioning): (() => void) => {
  let { startTransition } = router
  let isMounted = false
  let mount = () => {}
  const mounted = new Promise<void>(resolve => {
    mount = resolve
  })
  Object.defineProperty(router, 'startTransition', {
    get: (): Transitioning['startTransition'] =>
      isMounted ? startTransition : (commit, ...rest) => mounted.then(() => startTransition(commit, ...rest)),
    set: (next: Transitioning['startTransition']) => {
      startTransition = next
    },
  })
  return () => {
    isMounted = true
    mount()
  }
}
