import { type RefObject, useEffect, useRef } from 'react'

const isLost = (): boolean => {
  const { activeElement } = document
  // A dialog that is still closing loses the focus in the next moment.
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.closest('[role="alertdialog"], [role="dialog"]') !== null
  )
}

/**
 * A status that changes takes buttons away, and the one that was pressed among them: then the focus goes to the card. One
 * that was outside of the card, or that still stands, stays where it is. Give what it returns to the card.
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
