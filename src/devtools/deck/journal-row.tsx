import { useState } from 'react'
import { evidenceOf } from '../../../scripts/lib/masking/mask'
import { formatNumber, formatSecond } from '../../lib/format'
import { Badge } from '../../ui/badge'
import type { ObservedExchange } from '../observe/observed-exchanges'
import { useLanguage, useWords } from '../words'

/** One call in a line; opened, what was asked and answered without its secrets, and where it leaves the contract. */
export function JournalRow({ observed }: { observed: ObservedExchange }) {
  const t = useWords()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { at, exchange } = observed
  const { request, response, milliseconds } = exchange
  const { pathname, search } = new URL(request.url)
  return (
    <li>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-8 flex-wrap items-center gap-x-3 text-xs tabular-nums">
          <span className="text-muted">{formatSecond(at, language)}</span>
          <span className="min-w-0 font-mono break-all">
            {request.method} {pathname}
            {search}
          </span>
          <Status status={response?.status ?? null} />
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

function Status({ status }: { status: number | null }) {
  const t = useWords()
  if (status === null) return <Badge tone="danger">{t('journal.noAnswer')}</Badge>
  return <Badge tone={status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'neutral'}>{status}</Badge>
}

function Verdict({ observed: { verdict, operationId } }: { observed: ObservedExchange }) {
  const t = useWords()
  if (verdict === 'waiting') return <span className="text-muted">{t('journal.waiting')}</span>
  if (verdict.length > 0) {
    return (
      <Badge tone="danger" isSolid>
        {t('violations', { count: verdict.length })}
      </Badge>
    )
  }
  return <span className="text-muted">{operationId ? t('journal.keeps') : t('journal.unknown')}</span>
}

function Evidence({ observed: { exchange, verdict } }: { observed: ObservedExchange }) {
  const { curl, excerpt } = evidenceOf(exchange, 'journal')
  return (
    <div className="flex flex-col gap-2 pb-3 text-xs">
      {verdict !== 'waiting' && verdict.length > 0 && (
        <ul lang="en" className="list-disc pl-4 text-danger-text">
          {verdict.map(({ driftId, place, what }) => (
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
