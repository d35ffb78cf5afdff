import { clock } from './clock'

type Listener = () => void

/** How long the connection must be away before we say so: switching a VPN is no outage. */
const offlineDelay = 2000

let isOnline = true
const listeners = new Set<Listener>()
const tell = (next: boolean) => {
  if (next === isOnline) return
  isOnline = next
  for (const listener of listeners) listener()
}

/** Watches the browser's own word about the connection; call once at start. */
export const watchConnection = (): void => {
  let cancel: (() => void) | undefined
  const toOffline = () => {
    cancel?.()
    cancel = clock.after(offlineDelay, () => tell(navigator.onLine))
  }
  window.addEventListener('offline', toOffline)
  window.addEventListener('online', () => {
    cancel?.()
    tell(true)
  })
  if (!navigator.onLine) tell(false)
}

export const connection = {
  isOnline: (): boolean => isOnline,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
