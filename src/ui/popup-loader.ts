import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createStore } from '../lib/store'
import type { Popups } from './popups/props'

/** Loads the chunk with all popups, which no page needs until one is opened. */
export type PopupLoader = {
  /** Loads once; after a failure the next call tries again. */
  load: () => Promise<void>
  /** Null until it is loaded. */
  get: () => Popups | null
  subscribe: (listener: () => void) => () => void
}

export const createPopupLoader = (fetchCode: () => Promise<Popups>): PopupLoader => {
  const { get, set, subscribe } = createStore<Popups | null>(null)
  let loading: Promise<void> | null = null
  return {
    load: () => {
      loading ??= fetchCode().then(set, (error: unknown) => {
        loading = null
        throw error
      })
      return loading
    },
    get,
    subscribe,
  }
}

let fetchPopups = (): Promise<Popups> => Promise.reject()

/** Popups import components that import this module, so the provider says how to load them. */
export const setPopupSource = (fetchCode: () => Promise<Popups>): void => {
  fetchPopups = fetchCode
}

export const popupLoader = createPopupLoader(() => fetchPopups())

export type PopupContextValue = {
  loader: PopupLoader
  /** Reports that a popup the user has opened failed to load. */
  onLoadError: (error: unknown) => void
}

export const PopupContext = createContext<PopupContextValue>({ loader: popupLoader, onLoadError: () => {} })

const subscribeToNothing = () => () => {}

/** The popups once they are loaded; null while not `isWanted`. Does not load them. */
export function usePopups(isWanted: boolean): Popups | null {
  const { loader } = use(PopupContext)
  const get = () => (isWanted ? loader.get() : null)
  return useSyncExternalStore(isWanted ? loader.subscribe : subscribeToNothing, get, () => null)
}

/** Loads the popups while the user waits for one. `onFailed` closes what was to open. */
export function useLoadPopups(isWanted: boolean, onFailed: () => void): void {
  const { loader, onLoadError } = use(PopupContext)
  const handleError = useEffectEvent((error: unknown) => {
    onLoadError(error)
    onFailed()
  })
  useEffect(() => {
    if (!isWanted || loader.get()) return
    let isCurrent = true
    loader.load().catch((error: unknown) => isCurrent && handleError(error))
    return () => {
      isCurrent = false
    }
  }, [isWanted, loader])
}

/** For dialogs opened by a prop. Stays mounted after the first opening, so that closing is animated. */
export function useDialogPopups(isOpen: boolean, onFailed: () => void): Popups | null {
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  useLoadPopups(isOpen, onFailed)
  return usePopups(wasOpened)
}
