import { ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { localize } from '../../i18n/localize'
import { announce } from '../../lib/announce'
import { safeLink } from '../../lib/safe-url'
import { Card } from '../../ui/card'
import { CopyButton } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { SectionTitle } from '../../ui/page-title'

type Section = Config['contacts'][number]

/** The organisation's legal, postal and bank details. Every value can be copied. */
export const ContactList = ({ sections }: { sections: readonly Section[] }) => {
  const { t } = useTranslation('info')
  if (sections.length === 0) return <EmptyState title={t('contacts.empty')} />
  return (
    <div className="gap-4 lg:columns-2 print:grid">
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the file is read once; two sections may have one title.
        <ContactSection key={index} section={section} />
      ))}
    </div>
  )
}

const ContactSection = ({ section: { title, fields } }: { section: Section }) => {
  const { i18n } = useTranslation('info')
  const id = useId()
  return (
    <Card
      as="section"
      aria-labelledby={id}
      padding="lg"
      className="mb-4 flex break-inside-avoid flex-col gap-3"
    >
      <SectionTitle id={id}>
        <bdi>{localize(title, i18n.language)}</bdi>
      </SectionTitle>
      <dl className="flex flex-col divide-y divide-line">
        {fields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the file is read once; two fields may have one label.
          <ContactRow key={index} field={field} />
        ))}
      </dl>
    </Card>
  )
}

const ContactRow = ({ field }: { field: ContactField }) => {
  const { t, i18n } = useTranslation(['info', 'common'])
  const [hasFailed, setFailed] = useState(false)
  const label = localize(field.label, i18n.language)
  const value = localize(field.value, i18n.language)
  const reportCopy = (isCopied: boolean) => {
    setFailed(!isCopied)
    if (!isCopied) announce(t('contacts.copyFailed'))
  }
  return (
    // `dt` and `dd` may share one `div`, but no deeper nesting.
    <div className="group grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 py-2">
      <dt className="text-sm text-muted">
        <bdi>{label}</bdi>
      </dt>
      <dd className="col-start-1 whitespace-pre-line [overflow-wrap:anywhere]">
        <ContactValue kind={field.kind} value={value} />
      </dd>
      {hasFailed && <dd className="col-start-1 text-sm text-danger-text">{t('contacts.copyFailed')}</dd>}
      <dd
        data-no-print
        className="col-start-2 row-span-3 row-start-1 transition-opacity duration-fast pointer-fine:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100"
      >
        <CopyButton
          text={value}
          label={t('contacts.copyField', { label })}
          copiedLabel={t('copied', { ns: 'common' })}
          onResult={reportCopy}
          isIconOnly
        />
      </dd>
    </div>
  )
}

/** Only `mailto:`, `tel:` and https values become links, whatever the file says. */
const ContactValue = ({ kind, value }: { kind: ContactField['kind']; value: string }) => {
  const { t } = useTranslation('info')
  const href = contactLink(kind, value)
  const text = <bdi translate={href ? 'no' : undefined}>{value}</bdi>
  if (!href) return text
  if (kind !== 'url') return <a href={href}>{text}</a>
  return (
    // In print the text already is the URL.
    <a href={href} target="_blank" rel="noopener noreferrer" className="print:after:content-none">
      {text}
      <ExternalLink className="mb-0.5 ml-0.5 inline size-3.5 print:hidden" />
      <span className="sr-only">{` ${t('external')}`}</span>
    </a>
  )
}

type ContactField = Config['contacts'][number]['fields'][number]

/** Only characters without a meaning in `mailto:` links, so a value cannot add headers. */
const plainEmail = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

const plainPhone = /^\+?[\d\s().-]+$/

const toHttpsUrl = (value: string): string | null => {
  const url = safeLink(value)
  return url?.startsWith('https:') ? url : null
}

/** The `href` of a contact, or null when the value does not match its kind and is shown as text. */
const contactLink = (kind: ContactField['kind'], value: string): string | null => {
  if (kind === 'email') return plainEmail.test(value) ? `mailto:${value}` : null
  if (kind === 'url') return toHttpsUrl(value)
  if (kind !== 'phone' || !plainPhone.test(value)) return null
  const digits = value.replace(/\D/g, '')
  return digits.length >= 3 && digits.length <= 15 ? `tel:${value.startsWith('+') ? '+' : ''}${digits}` : null
}
