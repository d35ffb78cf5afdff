import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { Activity, ChevronRight, Download, LifeBuoy } from 'lucide-react'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../api/attempts'
import { configQuery } from '../../api/queries/config'
import { type Group, getAttempts } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { saveText } from '../../lib/save-file'
import { serverClock } from '../../lib/server-clock'
import { getZonedTime } from '../../lib/zoned-time'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { feedbackDialog } from '../feedback/public'
import { getTasksInOrder } from '../groups/public'
import { Fold, rowClass } from './fold'
import { examLedger, isEvidence, type LedgerEntry, parseLedger } from './ledger'
import { createLedgerFile, getDurationLabel, getEntryLabel, getLedgerSummary } from './ledger-file'

/** Connection log of an attempt, as evidence. Without entries only during the exam: other devices are unknown. */
export const ExamLedger = ({ attempt }: { attempt: AttemptView }) => {
  const { t } = useTranslation('ledger')
  const { session } = useSession()
  const [hasFailed, setFailed] = useState(false)
  const { shown, zone, dropped, getTaskTitle, fileName, createFile } = useLedgerFile(attempt)
  if (shown.length === 0 && attempt.status !== 'exam_started') return null
  const download = () => {
    setFailed(false)
    try {
      saveText(session, createFile(), fileName)
      announce(t('saved'))
    } catch {
      setFailed(true)
    }
  }
  return (
    <Fold icon={<Activity />} title={t('title')} value={getLedgerSummary(shown)}>
      {shown.length > 0 && (
        <>
          <p className="text-muted">{t('byServer', { zone })}</p>
          <LedgerTable entries={shown} zone={zone} getTaskTitle={getTaskTitle} />
          {dropped > 0 && <p className="text-muted">{t('dropped', { count: dropped })}</p>}
        </>
      )}
      <Button size="sm" icon={<Download />} onClick={download}>
        {t('download')}
      </Button>
      {hasFailed && (
        <Banner tone="danger" role="alert">
          {t('failed')}
        </Banner>
      )}
      <p className="text-muted">{t('note')}</p>
    </Fold>
  )
}

interface ExamHelpProps {
  examName: string
  attempt: AttemptView
  /** Nothing else is left to do; else it is a row of the card beside the exam. */
  isPrimary?: boolean
}

/** Opens the feedback with the attempt, its status and the connection log filled in. Nothing is sent before "Send". */
export const ExamHelp = ({ examName, attempt, isPrimary = false }: ExamHelpProps) => {
  const { t } = useTranslation(['ledger', 'exam'])
  const { shown, fileName, createFile } = useLedgerFile(attempt)
  const hasLog = attempt.startedAt !== null || shown.length > 0
  const write = () => {
    const status = attempt.isReportOverdue ? 'overdue' : attempt.status
    feedbackDialog.openWith({
      text: t('help.message', {
        exam: examName,
        id: attempt.id,
        status: t(`headline.${status}`, { ns: 'exam' }),
      }),
      file: hasLog ? new File([createFile()], fileName, { type: 'text/plain' }) : null,
    })
  }
  if (!isPrimary)
    return (
      <button type="button" aria-haspopup="dialog" onClick={write} className={rowClass} data-no-print>
        <LifeBuoy />
        <span>{t('help.open')}</span>
        <ChevronRight className="ml-auto" />
      </button>
    )
  return (
    <Button
      variant="primary"
      size="lg"
      icon={<LifeBuoy />}
      aria-haspopup="dialog"
      onClick={write}
      className="max-sm:w-full"
      data-no-print
    >
      {t('help.open')}
    </Button>
  )
}

/** The log of an attempt, and the text file for reviewers. */
const useLedgerFile = ({ id, status }: AttemptView) => {
  const { user } = useSession()
  const { data: config } = useQuery(configQuery())
  const { entries, dropped, examName, getTaskTitle } = useLedger(id)
  const zone = config?.time_zone ?? 'UTC'
  // After the exam nothing closes an open entry.
  const shown =
    status === 'exam_started' ? entries : entries.map(({ isOpen: _, ...entry }): LedgerEntry => entry)
  const createFile = (): string => {
    const now = serverClock.now()
    const deviceAheadMs = clock.now() - now
    const username = user?.username ?? ''
    const options = { examName, attempt: id, username, zone, now, deviceAheadMs, dropped, getTaskTitle }
    return createLedgerFile(shown, options)
  }
  return { shown, zone, dropped, getTaskTitle, fileName: `flagship-exam-${id}-connection.txt`, createFile }
}

/** Searches the cache. */
const findGroup = (queryClient: QueryClient, attempt: number): Group | null => {
  const groups = queryClient.getQueriesData<Group>({ queryKey: ['getGroup'] })
  const found = groups.find(([, group]) => getAttempts(group).some(({ id }) => id === attempt))
  return found?.[1] ?? null
}

/** Entries of an attempt stored on this device, oldest first. Updates across tabs. */
const useLedger = (attempt: number) => {
  const queryClient = useQueryClient()
  const text = useSyncExternalStore(examLedger.subscribe, examLedger.text, () => null)
  const ledger = useMemo(() => parseLedger(text), [text])
  const entries = useMemo(() => ledger.entries.filter(one => one.attempt === attempt), [ledger, attempt])
  const group = findGroup(queryClient, attempt)
  return {
    entries,
    dropped: ledger.dropped[attempt] ?? 0,
    examName: group?.name ?? null,
    getTaskTitle: (task: number): string | null =>
      (group && getTasksInOrder(group).find(({ id }) => id === task)?.title) ?? null,
  }
}

interface LedgerTableProps {
  /** Oldest first. */
  entries: readonly LedgerEntry[]
  zone: string
  getTaskTitle: (task: number) => string | null
}

const INITIAL_ROWS = 20

/** Newest first, in the platform's time zone. */
const LedgerTable = ({ entries, zone, getTaskTitle }: LedgerTableProps) => {
  const { t } = useTranslation('ledger')
  const [isExpanded, setExpanded] = useState(false)
  const rows = entries.toReversed().slice(0, isExpanded ? undefined : INITIAL_ROWS)
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
            const { date, time, offset } = getZonedTime(entry.from, zone)
            const previous = rows[at - 1]
            const isNewDay = !previous || getZonedTime(previous.from, zone).date !== date
            return (
              <tr key={entry.id} className={isEvidence(entry) ? 'font-medium' : undefined}>
                <td className="py-1.5 pr-3 whitespace-nowrap tabular-nums">
                  <time dateTime={`${date}T${time}${offset}`}>
                    <span>{time}</span>
                    {isNewDay && <span className="block text-xs text-muted">{date}</span>}
                  </time>
                </td>
                <td className="min-w-0 py-1.5 pr-3 break-words">
                  <bdi>{getEntryLabel(entry, getTaskTitle)}</bdi>
                </td>
                <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
                  {getDurationLabel(entry)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length < entries.length && (
        <Button size="sm" onClick={() => setExpanded(true)}>
          {t('showAll', { total: entries.length })}
        </Button>
      )}
    </div>
  )
}
