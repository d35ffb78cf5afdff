import { useState, useSyncExternalStore } from 'react'
import { maskViolation, toEvidence } from '../../../packages/contract/masking/mask'
import { maskUrl, toVariableName } from '../../../packages/contract/masking/mask-value'
import { formatNumber, formatSecond } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { SearchInput } from '../../ui/search-input'
import { useLanguage, useTranslate } from '../messages'
import { getViolations, type ObservedExchange, observedExchanges } from '../observe/observed-exchanges'

const isFailed = (one: ObservedExchange): boolean =>
  one.outcome === 'broken' ||
  one.outcome === 'tooSlow' ||
  (one.exchange.response?.status ?? 0) >= 400 ||
  getViolations(one).length > 0

/** The API calls since the page was loaded and their validation, newest first. */
export function JournalSection() {
  const t = useTranslate()
  const list = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const [text, setText] = useState('')
  const [isFailedOnly, setFailedOnly] = useState(false)
  const query = text.trim().toLowerCase()
  const shown = list
    .filter(one => !isFailedOnly || isFailed(one))
    .filter(({ exchange: { request }, operationId = '' }) =>
      `${operationId} ${request.method} ${request.url}`.toLowerCase().includes(query),
    )
    .toReversed()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-[14rem] max-w-sm">
          <SearchInput
            label={t('journal.search')}
            clearLabel={t('starts.clear')}
            value={text}
            onChange={setText}
          />
        </div>
        <Checkbox
          label={t('journal.failedOnly')}
          checked={isFailedOnly}
          onChange={event => setFailedOnly(event.currentTarget.checked)}
        />
        <Button size="sm" variant="quiet" onClick={() => observedExchanges.clear()}>
          {t('journal.clear')}
        </Button>
      </div>
      {shown.length === 0 && (
        <p className="text-sm text-muted">{list.length === 0 ? t('journal.empty') : t('journal.nothing')}</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {shown.map(one => (
          <JournalRow key={one.id} observed={one} />
        ))}
      </ul>
    </div>
  )
}

/** Path and query with secrets replaced by `$NAME`, as in the curl command. */
const getMaskedPath = (url: string): string =>
  maskUrl(url, [], (_, name) => `$${toVariableName(name)}`).slice(new URL(url).origin.length)

/** One call; expands to the request, the response and its contract violations, without secrets. */
function JournalRow({ observed }: { observed: ObservedExchange }) {
  const t = useTranslate()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { at, exchange } = observed
  const { request, milliseconds } = exchange
  return (
    <li>
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-8 flex-wrap items-center gap-x-3 py-0 text-xs tabular-nums">
          <span className="text-muted">{formatSecond(at, language)}</span>
          <span className="min-w-0 font-mono break-all">
            {request.method} {getMaskedPath(request.url)}
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
  const t = useTranslate()
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
  const t = useTranslate()
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
  const { curl, excerpt } = toEvidence(exchange, 'journal')
  const violations = getViolations(observed).map(one => maskViolation(one, [], exchange))
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
