import { type ReactNode, useEffect, useMemo } from 'react'
import { runWhenIdle } from '../lib/run-when-idle'
import { staleChunks } from '../lib/stale-chunks'
import { PopupContext, popupLoader, setPopupSource } from './popup-loader'

setPopupSource(async () => (await import('./popups/popups')).popups)

export type UiProviderProps = {
  /** Called when a popup failed to load and the page is not about to reload. */
  onPopupLoadError?: (() => void) | undefined
  children: ReactNode
}

const noop = () => {}

/** Wraps the app; preloads the popups when the page is idle. */
export function UiProvider({ onPopupLoadError = noop, children }: UiProviderProps) {
  useEffect(() => {
    if (popupLoader.get()) return
    return runWhenIdle(() => void popupLoader.load().catch(noop))
  }, [])
  const context = useMemo(
    () => ({
      loader: popupLoader,
      onLoadError: (error: unknown) => void staleChunks.handleError(error).then(onPopupLoadError),
    }),
    [onPopupLoadError],
  )
  return <PopupContext value={context}>{children}</PopupContext>
}
