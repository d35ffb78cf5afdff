import { useSyncExternalStore } from 'react'
import { clock } from './clock'
import { createListeners } from './create-listeners'

/** Short interruptions, such as switching a VPN, are not shown. */
const OFFLINE_DELAY_MS = 2000
/** The connection must be stable this long before queries are refetched. */
const RETURN_DELAY_MS = 1000

let isOnline = true
const listeners = createListeners()
const returnListeners = createListeners<[wasShown: boolean]>()
const setOnline = (next: boolean) => {
  if (next === isOnline) return
  isOnline = next
  listeners.emit()
}

/** Tracks the browser's online state; call once at startup. Returns the stop function (for tests). */
export const monitorConnection = (): (() => void) => {
  let cancel = () => {}
  let wasShown = false
  const toOffline = () => {
    cancel()
    cancel = clock.after(OFFLINE_DELAY_MS, () => {
      if (navigator.onLine) return
      wasShown = true
      setOnline(false)
    })
  }
  const toOnline = () => {
    cancel()
    setOnline(true)
    cancel = clock.after(RETURN_DELAY_MS, () => {
      returnListeners.emit(wasShown)
      wasShown = false
    })
  }
  window.addEventListener('offline', toOffline)
  window.addEventListener('online', toOnline)
  if (!navigator.onLine) {
    wasShown = true
    setOnline(false)
  }
  return () => {
    cancel()
    window.removeEventListener('offline', toOffline)
    window.removeEventListener('online', toOnline)
    setOnline(true)
  }
}

export const connection = {
  isOnline: (): boolean => isOnline,
  subscribe: listeners.subscribe,
  /** Called once per return, when the connection is stable again; `wasShown` says whether the outage was shown. */
  onReturn: returnListeners.subscribe,
}

export const useOnline = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)

/** Hidden tabs don't poll and don't announce. */
export const isVisible = (): boolean => document.visibilityState === 'visible'
