import { cx } from './cx'

const frame =
  'w-full min-h-control rounded-control border bg-surface text-base text-text transition-colors duration-fast'
const states = 'border-control hover:border-muted aria-invalid:border-danger aria-invalid:hover:border-danger'

/** The frame shared by inputs, text areas and selects. 16 px text, so that phones do not zoom in. */
export function controlClass(look: { isMono?: boolean | undefined } = {}): string {
  return cx(frame, states, 'px-3 py-1.5', look.isMono && 'font-mono')
}
