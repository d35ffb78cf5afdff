import { useEffect, useState } from 'react'
import { clock } from './clock'

/** Whether something has been pending for longer than `delayMs`. */
export const useIsSlow = (isPending: boolean, delayMs: number): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    return isPending ? clock.after(delayMs, () => setSlow(true)) : undefined
  }, [isPending, delayMs])
  return isSlow
}
