import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { lazyComponent } from '../../i18n/lazy-component'
import { LoadFailedToast } from '../../i18n/load-failed-toast'
import { useOnUnmount, useSubscription } from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { getKeyMeanings } from '../../lib/keyboard-layout'
import { isOverlayOpen } from '../../lib/shortcuts'
import { useStore } from '../../lib/store'
import { ErrorBoundary } from '../../ui/error-boundary'
import { commandPalette } from './palette-state'

const CommandPalette = lazyComponent(
  () => import('./command-palette').then(part => part.CommandPalette),
  'palette',
)

/** Opens the command palette by its key, for signed-in users. Mounted once outside the pages. */
export const PaletteHost = () => {
  const router = useRouter()
  const isOpen = useStore(commandPalette)
  usePaletteKey()
  useSubscription(close => router.subscribe('onBeforeNavigate', close), commandPalette.close)
  useOnUnmount(commandPalette.close)
  if (!isOpen) return null
  return (
    <ErrorBoundary fallback={() => <LoadFailedToast id="palette" onShown={commandPalette.close} />}>
      <CommandPalette />
    </ErrorBoundary>
  )
}

/** Ctrl+K or ⌘K. Not a single-key shortcut, so it is always on; dialogs keep their own keys. */
const usePaletteKey = () => {
  // A layout effect: a key pressed right after the paint must not be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isWanted = event.ctrlKey !== event.metaKey && !event.altKey && getKeyMeanings(event).includes('k')
      if (!isWanted || event.defaultPrevented || isComposing(event) || isOverlayOpen()) return
      event.preventDefault()
      if (!event.repeat) commandPalette.open()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
