import { useEffect, useState } from 'react'
import { clock } from './clock'

/** Seconds left of a failure's Retry-After; 0 without one. */
export const useRetryAfter = (failure: { retryAfter?: number | undefined } | null): number => {
  const seconds = failure?.retryAfter ?? 0
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    // Monotonic: the wall clock may be set back.
    const end = clock.elapsed() + seconds * 1000
    const rest = () => Math.max(0, Math.ceil((end - clock.elapsed()) / 1000))
    setLeft(rest())
    if (!failure || seconds <= 0) return
    const stop = clock.every(1000, () => {
      setLeft(rest())
      if (rest() === 0) stop()
    })
    return stop
  }, [failure, seconds])
  return left
}
