import './devtools.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { BrowserControls } from '../../mocks/control/browser-controls'
import { UiProvider } from '../ui/ui-provider'
import { ControlsContext } from './controls'
import { Strip } from './strip'

/**
 * Puts the developers' strip at the top of the document, before the application and outside of it. To be called once,
 * by mock, development and staging builds alone; the application's words need not have come yet.
 * @param controls null where no platform is simulated: the strip then has what it observes of a real backend
 */
export function mountDevtools(controls: BrowserControls | null): void {
  const place = document.createElement('div')
  place.id = 'devtools'
  place.dataset.devtools = ''
  document.body.prepend(place)
  tellRoom(place)
  createRoot(place).render(
    <StrictMode>
      <UiProvider>
        <ControlsContext value={controls}>
          <Strip />
        </ControlsContext>
      </UiProvider>
    </StrictMode>,
  )
}

/** The page is as high as the window in any case; what stands above it must not make every short page scroll. */
const tellRoom = (place: HTMLElement): void => {
  const { style } = document.documentElement
  new ResizeObserver(() => style.setProperty('--devtools-room', `${place.offsetHeight}px`)).observe(place)
}
