import { type RefObject, useEffect, useRef } from 'react'

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * What changes in a card takes buttons away, and the one that was pressed among them: then the focus goes to the card. One
 * that was outside of the card, or that still stands, stays where it is; a dialog looks after its own. Give what it returns to the card.
 */
export const useKeepFocus = (card: RefObject<HTMLElement | null>, state: string) => {
  const wasInside = useRef(false)
  const shown = useRef(state)
  useEffect(() => {
    // In the capture phase: before the card, and before a dialog that belongs to it.
    const leave = () => {
      wasInside.current = false
    }
    document.addEventListener('focusin', leave, true)
    return () => document.removeEventListener('focusin', leave, true)
  }, [])
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    if (wasInside.current && isLost()) card.current?.focus()
  }, [card, state])
  return {
    onFocus: () => {
      wasInside.current = true
    },
  }
}
