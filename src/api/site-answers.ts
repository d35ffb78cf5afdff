import { clock } from '../lib/clock'

/** Milliseconds after which a site counts as silent. */
const patience = 10_000

/** Whether the site gives its page out now; asked before a reload, which would lose the open one to an error of the browser. */
export const siteAnswers = async (): Promise<boolean> => {
  const call = new AbortController()
  const stop = clock.after(patience, () => call.abort())
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: call.signal })).ok
  } catch {
    return false
  } finally {
    stop()
  }
}
