import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEvidence, type LedgerEntry } from '../../queries/exam-ledger-entries'
import { Button } from '../../ui/button'
import { entryText, lengthText } from './ledger-words'
import { zoneTime } from './zone-time'

interface LedgerTableProps {
  /** Oldest first. */
  entries: readonly LedgerEntry[]
  zone: string
  titleOf: (task: number) => string | null
}

/** So many are shown at first, the newest ones. */
const shownAtFirst = 20

/** When, what, how long: newest first, by the platform's clock. */
export const LedgerTable = ({ entries, zone, titleOf }: LedgerTableProps) => {
  const { t } = useTranslation('ledger')
  const [isWhole, setWhole] = useState(false)
  const rows = entries.toReversed().slice(0, isWhole ? undefined : shownAtFirst)
  return (
    <div className="flex flex-col items-start gap-3">
      <table className="w-full text-sm">
        <caption className="sr-only">{t('caption', { zone })}</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('when')}
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('what')}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {t('length')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {rows.map((entry, at) => {
            const { date, time, offset } = zoneTime(entry.from, zone)
            const above = rows[at - 1]
            const isNewDay = !above || zoneTime(above.from, zone).date !== date
            return (
              <tr key={entry.id} className={isEvidence(entry) ? 'font-medium' : undefined}>
                <td className="py-1.5 pr-3 whitespace-nowrap tabular-nums">
                  <time dateTime={`${date}T${time}${offset}`}>
                    {time}
                    {isNewDay && <span className="block text-xs text-muted">{date}</span>}
                  </time>
                </td>
                <td className="min-w-0 py-1.5 pr-3 break-words">
                  <bdi>{entryText(entry, titleOf)}</bdi>
                </td>
                <td className="py-1.5 text-right whitespace-nowrap tabular-nums">{lengthText(entry)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length < entries.length && (
        <Button size="sm" onClick={() => setWhole(true)}>
          {t('showAll', { total: entries.length })}
        </Button>
      )}
    </div>
  )
}
