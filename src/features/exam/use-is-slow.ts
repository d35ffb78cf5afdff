import { useEffect, useState } from 'react'
import { clock } from '../../lib/clock'

const patience = 10_000

/** Whether something has been under way for longer than ten seconds. */
export const useIsSlow = (isPending: boolean): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const stop = clock.after(patience, () => setSlow(true))
    return () => {
      stop()
      setSlow(false)
    }
  }, [isPending])
  return isSlow
}
