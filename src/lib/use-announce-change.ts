import { useEffect, useRef } from 'react'
import { announce } from './announce'
import { clock } from './clock'

/**
 * Announces the text politely when the key changes, not on mount. With a delay in milliseconds, several changes are
 * announced once. Null waits until the text is known.
 */
export const useAnnounceChange = (key: string, text: string, delayMs: number | null = 0): void => {
  const announcedKey = useRef(key)
  useEffect(() => {
    if (announcedKey.current === key || delayMs === null) return undefined
    const announceNow = () => {
      announcedKey.current = key
      announce(text, 'polite')
    }
    if (delayMs > 0) return clock.after(delayMs, announceNow)
    announceNow()
    return undefined
  }, [key, text, delayMs])
}
