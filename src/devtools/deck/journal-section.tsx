import { useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { SearchInput } from '../../ui/search-input'
import { type ObservedExchange, observedExchanges, violationsOf } from '../observe/observed-exchanges'
import { useWords } from '../words'
import { JournalRow } from './journal-row'

const isFailed = (one: ObservedExchange): boolean =>
  one.outcome === 'broken' ||
  one.outcome === 'tooSlow' ||
  (one.exchange.response?.status ?? 0) >= 400 ||
  violationsOf(one).length > 0

/** What the page has asked since it was loaded, and what the contract says of each answer; the newest first. */
export function JournalSection() {
  const t = useWords()
  const list = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const [text, setText] = useState('')
  const [isFailedOnly, setFailedOnly] = useState(false)
  const wanted = text.trim().toLowerCase()
  const shown = list
    .filter(one => !isFailedOnly || isFailed(one))
    .filter(({ exchange: { request }, operationId = '' }) =>
      `${operationId} ${request.method} ${request.url}`.toLowerCase().includes(wanted),
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
