import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../../lib/announce'

/**
 * After a change of page (not of its search or hash) moves focus to the h1, unless the page has placed it itself,
 * and says the title once, as a browser's own page load would.
 */
export const useRouteFocus = (): void => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return
        const hasOwnFocus = document.activeElement?.matches('[data-page-focus]') ?? false
        if (!hasOwnFocus)
          document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true })
        announce(document.title, 'polite')
      }),
    [router],
  )
}
