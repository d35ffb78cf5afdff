import { useLayoutEffect, useState } from 'react'

/** False in the first render: a dialog that mounts open is not animated and does not remember the focused element. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => setReady(true), [])
  return isReady && isOpen
}
