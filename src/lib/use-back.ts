import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { logicalParent } from './logical-parent'

/** Goes back in the history; without one, to the parent page. */
export const useBack = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ href: logicalParent(router.state.location.pathname).path })
  }
}
