import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatDateTime } from '../../lib/format'
import type { Group } from '../../queries/answers'
import type { Exchange } from '../../queries/lms-exchange'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { SectionBoundary } from '../../ui/section-boundary'
import { textTone, toneIcon } from '../../ui/tone'
import { exchangeText } from './exchange-text'
import { UploadLedger } from './upload-ledger'

interface ExchangeHistoryProps {
  history: readonly Exchange[]
  group: Group
  code: string
}

/** Every exchange of this visit, newest first; the newest is said once. */
export const ExchangeHistory = ({ history, group, code }: ExchangeHistoryProps) => {
  const { t } = useTranslation('lms')
  const newest = history[0]
  const said = useRef(newest?.id)
  useEffect(() => {
    if (said.current === newest?.id) return
    said.current = newest?.id
    if (newest) announce(exchangeText(newest, code).title)
  }, [newest, code])
  return (
    <section aria-labelledby="lms-results" className="flex flex-col gap-3">
      <h2 id="lms-results" className="text-base font-semibold">
        {t('history')}
      </h2>
      {history.length === 0 ? (
        <p className="max-w-prose text-sm text-muted">{t('history.empty')}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {history.map(exchange => (
            <li key={exchange.id}>
              <SectionBoundary failed={() => <Banner tone="danger">{t('broken')}</Banner>}>
                <ExchangeCard exchange={exchange} group={group} code={code} />
              </SectionBoundary>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

interface ExchangeCardProps {
  exchange: Exchange
  group: Group
  code: string
}

const ExchangeCard = ({ exchange, group, code }: ExchangeCardProps) => {
  const { i18n } = useTranslation('lms')
  const { title, lines, tone } = exchangeText(exchange, code)
  const { at, outcome } = exchange
  const Icon = toneIcon[tone]
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className={`flex items-baseline gap-2 font-semibold ${textTone[tone]}`}>
          <Icon className="size-4 shrink-0 self-center" aria-hidden />
          {title}
        </h3>
        <time dateTime={new Date(at).toISOString()} className="text-xs tabular-nums text-muted">
          {formatDateTime(at, i18n.language)}
        </time>
      </div>
      {lines.map(line => (
        <p key={line} className="max-w-prose text-sm [overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
      {outcome.kind === 'uploaded' && <UploadLedger report={outcome.report} at={at} group={group} />}
    </Card>
  )
}
