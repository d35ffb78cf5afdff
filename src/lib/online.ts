import { clock } from './clock'

type Listener = () => void
/** `wasTold` says whether the outage was long enough to be shown. */
type ReturnListener = (wasTold: boolean) => void

/** How long the connection must be away before we say so: switching a VPN is no outage. */
const offlineDelay = 2000
/** How long it must be back before anything is read again, so that a flapping one causes no storm. */
const returnDelay = 1000

let isOnline = true
const listeners = new Set<Listener>()
const returnListeners = new Set<ReturnListener>()
const tell = (next: boolean) => {
  if (next === isOnline) return
  isOnline = next
  for (const listener of listeners) listener()
}

/** Watches the browser's own word about the connection; call once at start. The returned function stops it (tests). */
export const watchConnection = (): (() => void) => {
  let cancel = () => {}
  let wasTold = false
  const toOffline = () => {
    cancel()
    cancel = clock.after(offlineDelay, () => {
      if (navigator.onLine) return
      wasTold = true
      tell(false)
    })
  }
  const toOnline = () => {
    cancel()
    tell(true)
    cancel = clock.after(returnDelay, () => {
      for (const listener of returnListeners) listener(wasTold)
      wasTold = false
    })
  }
  window.addEventListener('offline', toOffline)
  window.addEventListener('online', toOnline)
  if (!navigator.onLine) {
    wasTold = true
    tell(false)
  }
  return () => {
    cancel()
    window.removeEventListener('offline', toOffline)
    window.removeEventListener('online', toOnline)
    tell(true)
  }
}

export const connection = {
  isOnline: (): boolean => isOnline,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Called once for each return that has held for a moment. */
  onReturn: (listener: ReturnListener): (() => void) => {
    returnListeners.add(listener)
    return () => returnListeners.delete(listener)
  },
}
