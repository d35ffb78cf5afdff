import { type RefObject, useEffect, useRef } from 'react'

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * When the focused button disappears with a state change, moves the focus to the card. Spread the returned
 * props on the card.
 */
export const useFocusFallback = (card: RefObject<HTMLElement | null>, state: string) => {
  const wasInside = useRef(false)
  const shown = useRef(state)
  useEffect(() => {
    // Capture phase: runs before the card's and a nested dialog's handlers.
    const markOutside = () => {
      wasInside.current = false
    }
    document.addEventListener('focusin', markOutside, true)
    return () => document.removeEventListener('focusin', markOutside, true)
  }, [])
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (wasInside.current && isFocusLost()) card.current?.focus()
  }, [card, state])
  return {
    onFocus: () => {
      wasInside.current = true
    },
  }
}
