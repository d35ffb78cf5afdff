import { useEffect, useRef } from 'react'

/** Returns whether the component has unmounted; then a result needs a toast. */
export const useIsUnmounted = (): (() => boolean) => {
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return () => isUnmounted.current
}
