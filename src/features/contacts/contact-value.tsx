import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ContactField, contactLink } from './contact-link'

/** A value by its kind. Whatever the file says, only mail, telephone and https addresses become links. */
export const ContactValue = ({ kind, value }: { kind: ContactField['kind']; value: string }) => {
  const { t } = useTranslation('info')
  const href = contactLink(kind, value)
  const text = <bdi>{value}</bdi>
  if (!href) return text
  if (kind !== 'url') return <a href={href}>{text}</a>
  return (
    // On paper the address is the text itself.
    <a href={href} target="_blank" rel="noopener noreferrer" className="print:after:content-none">
      {text}
      <ExternalLink className="mb-0.5 ml-0.5 inline size-3.5 print:hidden" aria-hidden />
      <span className="sr-only"> {t('external')}</span>
    </a>
  )
}
