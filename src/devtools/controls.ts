import { createContext, use, useSyncExternalStore } from 'react'
import type { BrowserControls, BrowserState } from '../../mocks/control/browser-controls'

export const ControlsContext = createContext<BrowserControls | null>(null)

/** For parts that are shown with a simulated platform alone. */
export const useControls = (): BrowserControls => {
  const controls = use(ControlsContext)
  if (!controls) throw new Error('No platform is simulated here.')
  return controls
}

/** The platform as it stands, whoever changed it. */
export const usePlatform = (): BrowserState => {
  const controls = useControls()
  return useSyncExternalStore(controls.subscribe, controls.state)
}
