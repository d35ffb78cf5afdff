import { useEffect, useRef } from 'react'
import { afterPaint } from '../../lib/after-paint'
import { clock } from '../../lib/clock'

/** Whoever holds a button longer is going to draw on to an item, in milliseconds. */
const hold = 150

/**
 * Gives what runs something once the press that is under way has ended or is held, and has shown: a menu that is drawn by the
 * beginning of a press would let its end wait. Without a press it runs after the next paint.
 */
export function usePressEnd(): (run: () => void) => void {
  const isDown = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const begin = () => {
      isDown.current = true
    }
    const end = () => {
      isDown.current = false
      waiting.current?.()
    }
    const options = { capture: true }
    document.addEventListener('pointerdown', begin, options)
    document.addEventListener('pointerup', end, options)
    document.addEventListener('pointercancel', end, options)
    return () => {
      waiting.current = null
      document.removeEventListener('pointerdown', begin, options)
      document.removeEventListener('pointerup', end, options)
      document.removeEventListener('pointercancel', end, options)
    }
  }, [])
  return run => {
    if (!isDown.current) return afterPaint(run)
    const act = () => {
      if (waiting.current !== act) return
      waiting.current = null
      afterPaint(run)
    }
    waiting.current = act
    clock.after(hold, act)
  }
}
