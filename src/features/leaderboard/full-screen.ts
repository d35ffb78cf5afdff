import { useEffect, useRef, useState } from 'react'
import { useIsUnmounted } from '../../lib/use-is-unmounted'

/** Needs a user gesture. If the browser rejects it, the view still fills the page. */
export const requestFullScreen = (): void => {
  document.documentElement.requestFullscreen?.().catch(() => {})
}

/** Leaving full screen (for example with Escape) calls `onExit`. */
export const useFullScreen = (onExit: () => void): { isFullScreen: boolean; canFullScreen: boolean } => {
  const [isFullScreen, setFullScreen] = useState(() => Boolean(document.fullscreenElement))
  const wasFullScreen = useRef(isFullScreen)
  useEffect(() => {
    const update = () => {
      const isFullScreenNow = Boolean(document.fullscreenElement)
      if (wasFullScreen.current && !isFullScreenNow) onExit()
      wasFullScreen.current = isFullScreenNow
      setFullScreen(isFullScreenNow)
    }
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [onExit])
  const isUnmounted = useRef(useIsUnmounted()).current
  useEffect(
    () => () => {
      // Not when the component is only remounted (React StrictMode).
      queueMicrotask(() => {
        if (isUnmounted() && document.fullscreenElement) document.exitFullscreen().catch(() => {})
      })
    },
    [isUnmounted],
  )
  return { isFullScreen, canFullScreen: document.fullscreenEnabled === true }
}
