import { GraduationCap } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configWords } from '../../i18n/config-words'
import { type ButtonLook, buttonClass } from '../../ui/button-class'
import { useLmsEntry } from './use-lms-entry'

interface LmsLinkProps {
  /** The address of the simulated system, another one each time; without it the configured one. */
  loginUrl: (() => string) | undefined
  look?: ButtonLook
  /** Shown below, and only where the link is. */
  note?: ReactNode
}

/**
 * The way in through the learning-management system of this deployment, under its own name. Nothing stands here while
 * the configuration is on its way, is bad or names no such system: the other ways in never wait for it.
 */
export const LmsLink = ({ loginUrl, look, note }: LmsLinkProps) => {
  const { t, i18n } = useTranslation('auth')
  const lms = useLmsEntry()
  const [first] = useState(() => loginUrl?.())
  if (!lms) return null
  // A page brought back by Back still has the link whose code is spent.
  const renew = (event: MouseEvent<HTMLAnchorElement>) => {
    if (loginUrl) event.currentTarget.href = loginUrl()
  }
  return (
    <>
      <a href={first ?? lms.login_url} onClick={renew} onAuxClick={renew} className={buttonClass(look)}>
        <GraduationCap className="size-4 shrink-0" aria-hidden />
        <span className="min-w-0">{t('lms.enter', { name: configWords(lms.name, i18n.language) })}</span>
      </a>
      {note}
    </>
  )
}
