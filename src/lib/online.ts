import { useSyncExternalStore } from 'react'
import { clock } from './clock'
import { createListeners } from './listeners'
import { createStore } from './store'

/** Short interruptions, such as switching a VPN, are not shown. */
const OFFLINE_DELAY_MS = 2000
/** The connection must be stable this long before queries are refetched. */
const RETURN_DELAY_MS = 1000

const online = createStore(true)
const returnListeners = createListeners<[wasShown: boolean]>()

/** Tracks the browser's online state; call once at startup. Returns the stop function (for tests). */
export const monitorConnection = (): (() => void) => {
  let cancel = () => {}
  let wasShown = false
  const toOffline = () => {
    cancel()
    cancel = clock.after(OFFLINE_DELAY_MS, () => {
      if (navigator.onLine) return
      wasShown = true
      online.set(false)
    })
  }
  const toOnline = () => {
    cancel()
    online.set(true)
    cancel = clock.after(RETURN_DELAY_MS, () => {
      returnListeners.emit(wasShown)
      wasShown = false
    })
  }
  window.addEventListener('offline', toOffline)
  window.addEventListener('online', toOnline)
  if (!navigator.onLine) {
    wasShown = true
    online.set(false)
  }
  return () => {
    cancel()
    window.removeEventListener('offline', toOffline)
    window.removeEventListener('online', toOnline)
    online.set(true)
  }
}

export const connection = {
  isOnline: online.get,
  subscribe: online.subscribe,
  /** Called once per return, when the connection is stable again; `wasShown` says whether the outage was shown. */
  onReturn: returnListeners.subscribe,
}

export const useOnline = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)

/** Hidden tabs don't poll and don't announce. */
export const isVisible = (): boolean => document.visibilityState === 'visible'
