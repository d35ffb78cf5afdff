import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type LmsEntry, loadLmsEntry } from '../../api/lms-entry'
import { retryDelay, shouldRetry } from '../../api/retry'
import { clock } from '../../lib/clock'
import { connection } from '../../lib/online'

/** What was read in this visit. A file that did not come is asked for again a little later, and when the page is opened anew. */
const known = new WeakMap<object, LmsEntry | null>()

/**
 * How this deployment's learning system is called and reached; null while that is not known, and where there is none.
 * Without the cache of the platform's data, which the ways in do not bring.
 */
export const useLmsEntry = (): LmsEntry | null => {
  const router = useRouter()
  const [entry, setEntry] = useState(() => known.get(router) ?? null)
  useEffect(() => {
    if (known.has(router)) return
    const left = new AbortController()
    let stopWaiting = () => {}
    const read = async (failures: number): Promise<void> => {
      try {
        const found = await loadLmsEntry(left.signal)
        known.set(router, found)
        if (!left.signal.aborted) setEntry(found)
      } catch (error) {
        if (left.signal.aborted || !shouldRetry(failures, error)) return
        stopWaiting = clock.after(retryDelay(failures, error), () => void read(failures + 1))
      }
    }
    void read(0)
    const stop = connection.onReturn(() => {
      stopWaiting()
      if (!known.has(router)) void read(0)
    })
    return () => {
      left.abort()
      stopWaiting()
      stop()
    }
  }, [router])
  return entry
}
