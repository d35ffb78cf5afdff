import { useLayoutEffect, useState } from 'react'

/** False in the first render: what mounts open would appear without its motion, and take no note of who had the focus. */
export function useRaised(isOpen: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => setReady(true), [])
  return isReady && isOpen
}
