import { useEffect, useState } from 'react'
import { clock } from './clock'

/** Whether something has been under way for longer than so many milliseconds. */
export const useIsSlow = (isUnderWay: boolean, limit: number): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    return isUnderWay ? clock.after(limit, () => setSlow(true)) : undefined
  }, [isUnderWay, limit])
  return isSlow
}
