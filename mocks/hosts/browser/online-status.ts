import { isNetworkDown } from '../../platform/network'
import type { SharedDb } from './shared-db'

/** Machine milliseconds, as the virtual clock may run at any speed. */
const FLAPPING_CHECK_MS = 250

/** Keeps `navigator.onLine` of the page in step with the simulated network. */
export function syncOnlineStatus({ db, onChange }: Pick<SharedDb, 'db' | 'onChange'>): void {
  const setOnline = overrideOnlineStatus()
  const update = () => setOnline(!isNetworkDown(db()))
  update()
  onChange(update)
  setInterval(() => {
    if (db().settings.network === 'flapping') update()
  }, FLAPPING_CHECK_MS)
}

/**
 * Replaces `navigator.onLine` and the online/offline events: the simulated platform works while the machine is offline.
 * @returns sets the status; online until the first call
 */
export function overrideOnlineStatus(page: Window & typeof globalThis = window): (isOnline: boolean) => void {
  let isOnline = true
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => isOnline })
  const own = new WeakSet<Event>()
  for (const type of ['online', 'offline']) {
    const hide = (event: Event) => {
      if (!own.has(event)) event.stopImmediatePropagation()
    }
    page.addEventListener(type, hide, { capture: true })
  }
  return next => {
    if (next === isOnline) return
    isOnline = next
    const event = new Event(next ? 'online' : 'offline')
    own.add(event)
    page.dispatchEvent(event)
  }
}
