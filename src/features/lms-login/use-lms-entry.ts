import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type LmsEntry, loadLmsEntry } from '../../api/lms-entry'
import { connection } from '../../lib/online'

/** What was read in this visit. A file that is wrong, or did not come, is asked for again when the page is opened anew. */
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
    const read = async () => {
      const found = await loadLmsEntry(left.signal)
      known.set(router, found)
      if (!left.signal.aborted) setEntry(found)
    }
    const tryToRead = () => void read().catch(() => {})
    tryToRead()
    const stop = connection.onReturn(() => known.has(router) || tryToRead())
    return () => {
      left.abort()
      stop()
    }
  }, [router])
  return entry
}
