import { useEffect, useRef, useState } from 'react'
import { useIsUnmounted } from '../../lib/use-is-unmounted'

/** Asks the browser for the whole screen, which it grants after a click alone; where it refuses, the page is enough. */
export const goFull = (): void => {
  document.documentElement.requestFullscreen?.().catch(() => {})
}

/** Follows the browser's full screen; whoever leaves it (the browser keeps Escape to itself) leaves the show as well. */
export const useFullScreen = (onLeave: () => void): { isFull: boolean; canBeFull: boolean } => {
  const [isFull, setFull] = useState(() => Boolean(document.fullscreenElement))
  const wasFull = useRef(isFull)
  useEffect(() => {
    const follow = () => {
      const isNow = Boolean(document.fullscreenElement)
      if (wasFull.current && !isNow) onLeave()
      wasFull.current = isNow
      setFull(isNow)
    }
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [onLeave])
  const isGone = useRef(useIsUnmounted()).current
  useEffect(
    () => () => {
      // A moment later: a component that is only mounted anew keeps the screen.
      queueMicrotask(() => {
        if (isGone() && document.fullscreenElement) document.exitFullscreen().catch(() => {})
      })
    },
    [isGone],
  )
  return { isFull, canBeFull: document.fullscreenEnabled === true }
}
