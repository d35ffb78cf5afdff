import { useLayoutEffect, useRef } from 'react'

/** What was open, or about to be, in what the present commit takes away. */
const left = new Set<string>()

/**
 * While a page comes, another frame stands around it, and then the page's own takes its place, with a header of the same
 * buttons. What somebody opens meanwhile is opened again by the new button, instead of vanishing before their eyes.
 *
 * @param name what both buttons open; none: nothing is carried over
 */
export function useCarriedPress(name: string | undefined, buttonId: string, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    wasOpen.current = isOpen
  })
  useLayoutEffect(() => {
    if (name === undefined) return
    if (left.delete(name)) {
      const button = document.getElementById(buttonId)
      button?.focus()
      button?.click()
    }
    return () => {
      if (!wasOpen.current) return
      left.add(name)
      // The next button comes with the same commit or not at all.
      queueMicrotask(() => left.delete(name))
    }
  }, [name, buttonId])
}
