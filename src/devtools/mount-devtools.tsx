import './devtools.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { BrowserControls } from '../../mocks/control/mock-controls'
import { UiProvider } from '../ui/ui-provider'
import { ControlsContext } from './controls'
import { Toolbar } from './toolbar'

/**
 * Renders the devtools toolbar before the application, in its own root. Call once; not in production builds.
 * @param controls null without a simulated platform: the toolbar then only observes
 */
export function mountDevtools(controls: BrowserControls | null): void {
  const container = document.createElement('div')
  container.id = 'devtools'
  container.dataset.devtools = ''
  document.body.prepend(container)
  publishHeight(container)
  createRoot(container).render(
    <StrictMode>
      <UiProvider>
        <ControlsContext value={controls}>
          <Toolbar />
        </ControlsContext>
      </UiProvider>
    </StrictMode>,
  )
}

/** The page has at least the height of the window; it must be reduced by the toolbar. */
const publishHeight = (place: HTMLElement): void => {
  const { style } = document.documentElement
  new ResizeObserver(() => style.setProperty('--devtools-height', `${place.offsetHeight}px`)).observe(place)
}
