import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { announce } from './announce'
import { cacheObserver } from './cache-observer'

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * After a retry the pressed button is gone: moves focus to the new retry button or to the page's title, and announces
 * the title. Keeps a focus that the user has moved.
 */
export const restoreFocus = (): void => {
  requestAnimationFrame(() => {
    if (isFocusLost()) {
      const target =
        document.querySelector<HTMLElement>('[data-retry]') ??
        document.querySelector<HTMLElement>('[data-page-title]')
      target?.focus({ preventScroll: true })
    }
    announce(document.title)
  })
}

/** Retry of a failed page: clears the errors, reruns the loaders and restores the focus. */
export const useRerunLoaders = () => {
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const rerun = async (): Promise<void> => {
    setPending(true)
    // Both are needed: the query cache keeps the error, the router keeps the match.
    cacheObserver.resetErrors()
    await router.invalidate()
    setPending(false)
    restoreFocus()
  }
  return { rerun, isPending }
}
