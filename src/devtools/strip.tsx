import type { BrowserControls } from '../../mocks/control/browser-controls'
import { useWords } from './words'

/** One line at the top of the document that says what this is. */
export function Strip({ controls }: { controls: BrowserControls | null }) {
  const t = useWords()
  if (!controls) return null
  return <p>{t('strip.what')}</p>
}
