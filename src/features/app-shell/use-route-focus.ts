import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { announce } from '../../lib/announce'

/**
 * After a change of pathname, moves focus to the h1 unless the page has focused something itself, and
 * announces the title as a full page load would.
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
