import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../lib/format'
import { readSentMessages } from './sent-messages'

/** What was sent from this device. Open where the newest message has just got its number. */
export const SentList = ({ isOpen = false }: { isOpen?: boolean }) => {
  const { t, i18n } = useTranslation('feedback')
  const [messages] = useState(readSentMessages)
  if (messages.length === 0) return null
  return (
    <details open={isOpen} className="border-t border-line pt-3 text-sm">
      <summary className="min-h-6">{t('history.title')}</summary>
      <ul aria-label={t('history.title')} className="mt-2 flex flex-col gap-2">
        {messages.map(({ at, line, ticket }) => (
          <li key={at} className="flex flex-col">
            <bdi className="[overflow-wrap:anywhere]">{line}</bdi>
            <span className="flex flex-wrap gap-x-3 text-xs text-muted">
              <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, i18n.language)}</time>
              {ticket && (
                <span>
                  <span>{t('history.ticket')}</span>{' '}
                  <bdi translate="no" className="font-mono select-all">
                    {ticket}
                  </bdi>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted">{t('history.note')}</p>
    </details>
  )
}
