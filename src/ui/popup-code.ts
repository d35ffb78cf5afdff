import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Popups } from './popups/popups'

/** The code of all popups, which no page needs until one of them is opened. */
export type PopupCode = {
  /** Fetches it once; rejects when it does not come, and the next call tries again. */
  load: () => Promise<void>
  /** It, once it is there. */
  get: () => Popups | null
  subscribe: (listener: () => void) => () => void
}

export const createPopupCode = (fetchCode: () => Promise<Popups>): PopupCode => {
  let loaded: Popups | null = null
  let coming: Promise<void> | null = null
  const listeners = new Set<() => void>()
  return {
    load: () => {
      coming ??= fetchCode().then(
        popups => {
          loaded = popups
          for (const listener of [...listeners]) listener()
        },
        (error: unknown) => {
          coming = null
          throw error
        },
      )
      return coming
    },
    get: () => loaded,
    subscribe: listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The application's one. */
export const popupCode = createPopupCode(async () => (await import('./popups/popups')).popups)

export type PopupSupply = {
  code: PopupCode
  /** Says that what a person has asked for did not come. */
  tellMissing: (error: unknown) => void
}

export const PopupContext = createContext<PopupSupply>({ code: popupCode, tellMissing: () => {} })

const nothing = () => () => {}

/** The code of popups if it is there; without `isWanted` null, and no news of it. It is not fetched by this. */
export function usePopups(isWanted: boolean): Popups | null {
  const { code } = use(PopupContext)
  const get = () => (isWanted ? code.get() : null)
  return useSyncExternalStore(isWanted ? code.subscribe : nothing, get, () => null)
}

/**
 * Fetches the code of popups while a person waits for one.
 * @param onMissing it did not come, and the person was told: what was to open is closed again
 */
export function usePopupFetch(isWanted: boolean, onMissing: () => void): void {
  const { code, tellMissing } = use(PopupContext)
  const miss = useEffectEvent((error: unknown) => {
    tellMissing(error)
    onMissing()
  })
  useEffect(() => {
    if (!isWanted || code.get()) return
    let isCurrent = true
    code.load().catch((error: unknown) => isCurrent && miss(error))
    return () => {
      isCurrent = false
    }
  }, [isWanted, code])
}

/** For a window that opens by a prop: null until it was opened once and its code is there; it then stays, to close slowly. */
export function useWindowCode(isOpen: boolean, onMissing: () => void): Popups | null {
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  usePopupFetch(isOpen, onMissing)
  return usePopups(wasOpened)
}
