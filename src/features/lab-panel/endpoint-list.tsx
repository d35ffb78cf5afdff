import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabEndpoint } from '../../api/schema.gen'
import { announce } from '../../lib/announce'
import { CopyButton } from '../../ui/copy-button'
import { getLabAddress } from './lab-address'

export const EndpointList = ({ endpoints }: { endpoints: readonly LabEndpoint[] }) => {
  const { t } = useTranslation('lab')
  if (endpoints.length === 0) return <p className="text-sm text-muted">{t('ready.noEndpoints')}</p>
  return (
    <ul aria-label={t('ready.endpoints')} className="flex flex-col gap-3">
      {endpoints.map((endpoint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two endpoints may be alike in every field.
        <Endpoint key={index} endpoint={endpoint} />
      ))}
    </ul>
  )
}

const Endpoint = ({ endpoint }: { endpoint: LabEndpoint }) => {
  const { t } = useTranslation('lab')
  const { main, href, isCommand, hostPort } = getLabAddress(endpoint)
  const label = typeof endpoint.label === 'string' ? endpoint.label : (hostPort ?? main)
  return (
    <li className="flex min-w-0 flex-col">
      <bdi className="text-sm font-medium wrap-anywhere">{label}</bdi>
      <CopyLine text={main} href={href} label={t(isCommand ? 'copy.command' : 'copy.address', { label })} />
      {hostPort && <CopyLine text={hostPort} label={t('copy.host', { label })} />}
    </li>
  )
}

interface CopyLineProps {
  text: string
  href?: string | null
  label: string
}

const CopyLine = ({ text, href, label }: CopyLineProps) => {
  const { t } = useTranslation(['lab', 'common'])
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      <div className="flex min-w-0 items-center justify-between gap-2">
        {href ? (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 min-w-0 items-center gap-1.5 font-mono text-sm wrap-anywhere"
          >
            {text}
            <ExternalLink className="size-3.5 shrink-0" aria-hidden />
            <span className="sr-only">{t('external')}</span>
          </a>
        ) : (
          <code className="min-w-0 text-sm wrap-anywhere select-all">{text}</code>
        )}
        <CopyButton
          text={text}
          label={label}
          copiedLabel={t('copied', { ns: 'common' })}
          isIconOnly
          onCopied={() => announce(t('copied', { ns: 'common' }))}
          onFailed={() => setFailed(true)}
          className="shrink-0"
        />
      </div>
      {hasFailed && (
        <p role="status" className="text-xs text-muted">
          {t('copy.byHand')}
        </p>
      )}
    </>
  )
}
