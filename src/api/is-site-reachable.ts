import { clock } from '../lib/clock'

const TIMEOUT_MS = 10_000

/** Checked before a reload, which would replace the open page with a browser error. */
export const isSiteReachable = async (): Promise<boolean> => {
  const call = new AbortController()
  const stop = clock.after(TIMEOUT_MS, () => call.abort())
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: call.signal })).ok
  } catch {
    return false
  } finally {
    stop()
  }
}
