import { startTransition, useEffect, useState } from 'react'
import { clock } from './clock'

/** A few screens of rows or cards: drawn at once in well under a tenth of a second. */
const step = 100

/**
 * How many of so many rows or cards stand in the page yet: the first hundred at once, the rest by and by. A thousand in one
 * piece would let a click wait for a second or two (reliability M01).
 */
export const useGradualCount = (total: number): number => {
  const [count, setCount] = useState(step)
  useEffect(() => {
    if (count >= total) return
    return clock.after(0, () => startTransition(() => setCount(count + step)))
  }, [count, total])
  return Math.min(count, total)
}
