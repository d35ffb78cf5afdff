import { useEffect } from 'react'
import { isVisible } from '../../lib/is-visible'

/** Keeps the screen awake while the component is shown, where the browser can; the lock ends whenever the tab is hidden. */
export const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = () => {
      if (!isVisible()) return
      navigator.wakeLock?.request('screen').then(
        granted => {
          if (isOver) void granted.release()
          else lock = granted
        },
        // A battery that is low, say: the screen then goes dark as it always does.
        () => {},
      )
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
