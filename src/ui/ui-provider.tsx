import { type ReactNode, useMemo } from 'react'
import { staleChunks } from '../lib/stale-chunks'
import { PopupContext, popupLoader, setPopupSource } from './popup-loader'

setPopupSource(async () => (await import('./popups/popups')).popups)

export type UiProviderProps = {
  /** Called when a popup failed to load and the page is not about to reload. */
  onPopupLoadError?: (() => void) | undefined
  children: ReactNode
}

const noop = () => {}

/** Wraps the app. */
export function UiProvider({ onPopupLoadError = noop, children }: UiProviderProps) {
  const context = useMemo(
    () => ({
      loader: popupLoader,
      onLoadError: (error: unknown) => void staleChunks.handleError(error).then(onPopupLoadError),
    }),
    [onPopupLoadError],
  )
  return <PopupContext value={context}>{children}</PopupContext>
}
