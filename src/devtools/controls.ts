import { createContext, use, useSyncExternalStore } from 'react'
import type { BrowserControls, BrowserState } from '../../mocks/control/mock-controls'

export const ControlsContext = createContext<BrowserControls | null>(null)

/** Only for components that are rendered with a simulated platform. */
export const useControls = (): BrowserControls => {
  const controls = use(ControlsContext)
  if (!controls) throw new Error('There is no simulated platform.')
  return controls
}

export const usePlatformState = (): BrowserState => {
  const controls = useControls()
  return useSyncExternalStore(controls.subscribe, controls.state)
}
