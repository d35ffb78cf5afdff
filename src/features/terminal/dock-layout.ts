import { type RefObject, useEffect } from 'react'

/** Used in base.css to reserve space at the end of the page, or beside it. */
const HEIGHT_VARIABLE = '--dock-height'
const WIDTH_VARIABLE = '--dock-side'
/** On narrow screens the dock covers the page. */
const NARROW_QUERY = '(max-width: 47.99rem)'
/** As in tokens.css. */
const SPLIT_QUERY = '(min-width: 90rem)'

/** Reserves space for the dock, and makes the page inert while the dock covers it. */
export const useDockLayout = (
  dock: RefObject<HTMLElement | null>,
  isShown: boolean,
  canCover: boolean,
  isMaximized: boolean,
) => {
  useEffect(() => {
    const element = dock.current
    if (!isShown || !element) return
    const width = window.matchMedia?.(NARROW_QUERY)
    const coveredElements = [...document.querySelectorAll<HTMLElement>('#main, footer[data-shell]')]
    const { style } = document.documentElement
    const update = () => {
      const isBeside = canCover && !isMaximized && (window.matchMedia?.(SPLIT_QUERY).matches ?? false)
      const isCovering = canCover && (isMaximized || (width?.matches ?? false))
      const height = `calc(${element.offsetHeight}px + var(--bottom-bar))`
      // Below a covered page it would let the header scroll away.
      style.setProperty(HEIGHT_VARIABLE, isBeside || isCovering ? '0px' : height)
      style.setProperty(WIDTH_VARIABLE, isBeside ? `${element.offsetWidth}px` : '0px')
      for (const part of coveredElements) part.inert = isCovering
    }
    update()
    const observer = globalThis.ResizeObserver && new ResizeObserver(update)
    observer?.observe(element)
    width?.addEventListener('change', update)
    return () => {
      observer?.disconnect()
      width?.removeEventListener('change', update)
      for (const part of coveredElements) part.inert = false
      style.removeProperty(HEIGHT_VARIABLE)
      style.removeProperty(WIDTH_VARIABLE)
    }
  }, [dock, isShown, canCover, isMaximized])
}

/** Less is a browser's bar. */
const MIN_KEYBOARD_HEIGHT = 120

/** Keeps the dock above a virtual keyboard that covers the page, without a render per frame. */
export const useVirtualKeyboard = (dock: RefObject<HTMLElement | null>, isShown: boolean) => {
  useEffect(() => {
    const element = dock.current
    const viewport = window.visualViewport
    if (!isShown || !element || !viewport) return
    const update = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop
      // Zooming in makes the visual viewport smaller too.
      element.toggleAttribute('data-keyboard', viewport.scale < 1.05 && covered > MIN_KEYBOARD_HEIGHT)
      element.style.setProperty('--keyboard', `${covered}px`)
      element.style.setProperty('--keyboard-top', `${viewport.offsetTop}px`)
    }
    update()
    for (const type of ['resize', 'scroll']) viewport.addEventListener(type, update)
    return () => {
      for (const type of ['resize', 'scroll']) viewport.removeEventListener(type, update)
    }
  }, [dock, isShown])
}
