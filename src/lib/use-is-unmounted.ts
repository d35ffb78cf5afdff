import { useEffect, useRef } from 'react'

/** Tells whether the component has left the page: what an answer has to say then needs another place, a toast. */
export const useIsUnmounted = (): (() => boolean) => {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => isGone.current
}
