import { clock } from '../lib/clock'
import { storage } from '../lib/storage'
import { createStore } from '../lib/store'

/** The page loads first. The vitals, which read the same file, wait as long. */
const READ_AFTER_MS = 5000

/** Whether the operator's notice may be read and shown. */
export const noticeStarted = createStore(false)

/** At once where the notice of the last visit has its space reserved. */
export const startNotice = (): void => {
  const hasSpace = storage.get('flagship.notice') !== null
  clock.after(hasSpace ? 0 : READ_AFTER_MS, () => noticeStarted.set(true))
}
