import { useTranslation } from 'react-i18next'
import type { TerminalAddress } from '../../lib/terminal-address'
import { cx } from '../../ui/cx'
import { control } from './control'
import type { TerminalTarget } from './terminal-store'

interface TerminalFrameProps {
  target: TerminalTarget
  address: TerminalAddress
  isHidden: boolean
}

// Never with `allow-same-origin` on our own host: such a page would reach this one, and what is stored here.
const sandbox = 'allow-scripts allow-forms'
const frameClass = 'min-h-0 w-full flex-1 border-0 bg-term'

/** The terminal's own document, or the page that the lab has for one. Never moved in the page: it would load anew. */
export const TerminalFrame = ({ target: { title }, address, isHidden }: TerminalFrameProps) => {
  const { t } = useTranslation('terminal')
  const className = cx(frameClass, isHidden && 'hidden')
  if (address.kind === 'page')
    return (
      <iframe
        title={t('page', { title })}
        src={address.url}
        sandbox={address.isOwn ? sandbox : `${sandbox} allow-same-origin`}
        referrerPolicy="no-referrer"
        className={className}
      />
    )
  return (
    <iframe
      id="terminal-frame"
      ref={control.frame}
      title={t('frame', { title })}
      src="/terminal.html"
      allow="clipboard-read; clipboard-write"
      className={className}
    />
  )
}
