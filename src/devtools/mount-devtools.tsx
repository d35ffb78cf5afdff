import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { BrowserControls } from '../../mocks/control/browser-controls'
import { Strip } from './strip'

/**
 * Puts the developers' strip at the top of the document, before the application and outside of it. To be called once,
 * after the words of the application have come, by mock, development and staging builds alone.
 * @param controls null where no platform is simulated: the strip then has what it observes of a real backend
 */
export function mountDevtools(controls: BrowserControls | null): void {
  const place = document.createElement('div')
  place.id = 'devtools'
  document.body.prepend(place)
  createRoot(place).render(
    <StrictMode>
      <Strip controls={controls} />
    </StrictMode>,
  )
}
