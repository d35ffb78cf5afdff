import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { saveText } from '../../lib/save-file'
import { serverClock } from '../../lib/server-clock'
import { configQuery } from '../../queries/config'
import type { AttemptView } from '../../queries/exam-view'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ledgerFile } from './ledger-file'
import { LedgerTable } from './ledger-table'
import { ledgerSummary } from './ledger-words'
import { useLedger } from './use-ledger'

export interface ExamLedgerProps {
  attempt: AttemptView
}

/**
 * Gaps, retries and unsent flags during an attempt, with the server's time, to be downloaded as evidence (ux §4, cockpit).
 * An attempt of which this device has kept nothing has a ledger only while it runs: "without gaps" would be a claim about
 * another device.
 */
export const ExamLedger = ({ attempt: { id, status } }: ExamLedgerProps) => {
  const { t } = useTranslation('ledger')
  const title = useId()
  const { session, user } = useSession()
  const [hasFailed, setFailed] = useState(false)
  const { data: config } = useQuery(configQuery())
  const { entries, dropped, exam, titleOf } = useLedger(id)
  const isRunning = status === 'exam_started'
  const zone = config?.time_zone ?? 'UTC'
  if (entries.length === 0 && !isRunning) return null
  // Whoever left an entry open after the exam will not come back to close it.
  const shown = isRunning ? entries : entries.map(({ isOpen: _, ...entry }) => entry)
  const download = () => {
    setFailed(false)
    const now = serverClock.now()
    const facts = { exam, attempt: id, username: user?.username ?? '', zone, now, dropped, titleOf }
    try {
      const text = ledgerFile(shown, { ...facts, ahead: clock.now() - now })
      saveText(session, text, `flagship-exam-${id}-connection.txt`)
      announce(t('saved'))
    } catch {
      setFailed(true)
    }
  }
  return (
    <section aria-labelledby={title} className="flex flex-col items-start gap-3">
      <h3 id={title} className="font-semibold">
        {t('title')}
      </h3>
      <p className="text-sm">{ledgerSummary(shown)}</p>
      {shown.length > 0 && (
        <details className="w-full text-sm">
          <summary className="cursor-pointer py-1 font-medium pointer-coarse:py-3">
            {t('entries', { total: shown.length })}
          </summary>
          <p className="mt-1 mb-2 text-muted">{t('byServer', { zone })}</p>
          <LedgerTable entries={shown} zone={zone} titleOf={titleOf} />
          {dropped > 0 && <p className="mt-2 text-muted">{t('dropped', { count: dropped })}</p>}
        </details>
      )}
      <Button size="sm" icon={<Download className="size-4" aria-hidden />} onClick={download}>
        {t('download')}
      </Button>
      {hasFailed && (
        <Banner tone="danger" role="alert">
          {t('failed')}
        </Banner>
      )}
      <p className="text-sm text-muted">{t('note')}</p>
    </section>
  )
}
