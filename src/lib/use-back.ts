import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { logicalParent } from './logical-parent'

/** Goes back in the history; where there is none, to the page above this one. */
export const useBack = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ href: logicalParent(router.state.location.pathname).path })
  }
}
