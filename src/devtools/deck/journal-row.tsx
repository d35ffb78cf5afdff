import { useState } from 'react'
import { evidenceOf, maskJudgement } from '../../../scripts/lib/masking/mask'
import { maskAddress } from '../../../scripts/lib/masking/mask-address'
import { variableOf } from '../../../scripts/lib/masking/secret-names'
import { formatNumber, formatSecond } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { type ObservedExchange, violationsOf } from '../observe/observed-exchanges'
import { useLanguage, useWords } from '../words'

/** The path and the query of a call; secrets stand there as `$NAME`, as in its command. */
const lineOf = (url: string): string =>
  maskAddress(url, [], (_, name) => `$${variableOf(name)}`).slice(new URL(url).origin.length)

/** One call in a line; opened, what was asked and answered, and where it leaves the contract; all without its secrets. */
export function JournalRow({ observed }: { observed: ObservedExchange }) {
  const t = useWords()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { at, exchange } = observed
  const { request, milliseconds } = exchange
  return (
    <li>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-8 flex-wrap items-center gap-x-3 text-xs tabular-nums">
          <span className="text-muted">{formatSecond(at, language)}</span>
          <span className="min-w-0 font-mono break-all">
            {request.method} {lineOf(request.url)}
          </span>
          <Status observed={observed} />
          {milliseconds !== undefined && (
            <span className="text-muted">
              {t('journal.took', { time: formatNumber(Math.round(milliseconds), language) })}
            </span>
          )}
          <Verdict observed={observed} />
        </summary>
        {isOpen && <Evidence observed={observed} />}
      </details>
    </li>
  )
}

function Status({ observed: { outcome, exchange } }: { observed: ObservedExchange }) {
  const t = useWords()
  const status = exchange.response?.status ?? 0
  switch (outcome) {
    case 'pending':
      return <Badge tone="info">{t('journal.pending')}</Badge>
    case 'givenUp':
      return <Badge tone="neutral">{t('journal.givenUp')}</Badge>
    case 'tooSlow':
      return <Badge tone="danger">{t('journal.tooSlow')}</Badge>
    case 'broken':
      return <Badge tone="danger">{t('journal.noAnswer')}</Badge>
    case 'answered':
      return <Badge tone={status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'neutral'}>{status}</Badge>
  }
}

function Verdict({ observed: { outcome, verdict, operationId } }: { observed: ObservedExchange }) {
  const t = useWords()
  if (outcome !== 'answered') return null
  if (verdict === 'waiting') return <span className="text-muted">{t('journal.waiting')}</span>
  if (verdict === 'failed') return <span className="text-warning-text">{t('journal.failed')}</span>
  if (verdict.length > 0) {
    return (
      <Badge tone="danger" isSolid>
        {t('violations', { count: verdict.length })}
      </Badge>
    )
  }
  return <span className="text-muted">{operationId ? t('journal.keeps') : t('journal.unknown')}</span>
}

function Evidence({ observed }: { observed: ObservedExchange }) {
  const { exchange } = observed
  const { curl, excerpt } = evidenceOf(exchange, 'journal')
  const violations = violationsOf(observed).map(one => maskJudgement(one, [], exchange))
  return (
    <div className="flex flex-col gap-2 pb-3 text-xs">
      {violations.length > 0 && (
        <ul lang="en" className="list-disc pl-4 text-danger-text">
          {violations.map(({ driftId, place, what }) => (
            <li key={`${driftId} ${place}`}>
              <code>{place}</code>: {what}
            </li>
          ))}
        </ul>
      )}
      <Code text={curl} />
      {excerpt !== undefined && <Code text={excerpt} />}
    </div>
  )
}

function Code({ text }: { text: string }) {
  return (
    <pre className="rounded-chip bg-sunken p-2 font-mono text-xs break-all whitespace-pre-wrap">{text}</pre>
  )
}
