import { useEffect, useRef } from 'react'
import { isCovered } from '../lib/shortcuts'
import { keyMeanings } from '../lib/single-key'
import { deckState } from './deck-state'

interface DeckActions {
  open: () => void
  close: () => void
  /** Into a window of its own. */
  moveOut: () => void
}

/**
 * Ctrl+Alt+P opens and closes the deck, in every layout of the keyboard. Over a dialog, which makes everything else of
 * the page inert, the deck opens in its window.
 */
export const useDeckKey = (actions: DeckActions): void => {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, altKey, metaKey, shiftKey, repeat } = event
      if (!ctrlKey || !altKey || metaKey || shiftKey || repeat) return
      if (!keyMeanings({ key, code, shiftKey }).includes('p')) return
      event.preventDefault()
      const { open, close, moveOut } = latest.current
      if (deckState.get().place !== 'closed') close()
      else if (isCovered()) moveOut()
      else open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
