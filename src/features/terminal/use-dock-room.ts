import { type RefObject, useEffect, useRef } from 'react'

/** The document's variable that keeps the end of the page above the dock (see base.css). */
const roomVariable = '--dock-room'
/** Narrower than this a dock with characters covers the page. */
const narrow = '(max-width: 47.99rem)'

/**
 * Keeps the page usable beside the dock: as much room at its end as the dock and the bar below it take, and nothing to tab into below a
 * dock that covers it.
 */
export const useDockRoom = ({
  isShown,
  isTall,
  isCollapsed,
}: {
  isShown: boolean
  isTall: boolean
  isCollapsed: boolean
}): RefObject<HTMLElement | null> => {
  const dock = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = dock.current
    if (!isShown || !element) return
    const width = window.matchMedia?.(narrow)
    const covered = [...document.querySelectorAll<HTMLElement>('#main, footer[data-shell]')]
    const settle = () => {
      const room = `calc(${element.offsetHeight}px + var(--bottom-bar))`
      document.documentElement.style.setProperty(roomVariable, room)
      const isCovering = !isCollapsed && (isTall || (width?.matches ?? false))
      for (const part of covered) part.inert = isCovering
    }
    settle()
    const observer = globalThis.ResizeObserver && new ResizeObserver(settle)
    observer?.observe(element)
    width?.addEventListener('change', settle)
    return () => {
      observer?.disconnect()
      width?.removeEventListener('change', settle)
      for (const part of covered) part.inert = false
      document.documentElement.style.removeProperty(roomVariable)
    }
  }, [isShown, isTall, isCollapsed])
  return dock
}
