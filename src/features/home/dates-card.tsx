import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSaveCalendar } from '../../api/use-save-calendar'
import { announce } from '../../lib/announce'
import { formatDeadline, formatNumber } from '../../lib/format'
import { formatNearDate } from '../../lib/near-dates'
import { serverClock } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import { Card, stretchedLinkClass } from '../../ui/card'
import { IconButton } from '../../ui/icon-button'
import type { DateView } from './model'

/** The others are folded. */
const MAX_SHOWN = 3
/** Before a date; as in the calendar files of a group and of an exam. */
const alarmMinutes = { start: 24 * 60, end: 24 * 60, exam: 60, report: 60 }

/** What is to come in all groups, and a calendar file of it. */
export const DatesCard = ({ dates }: { dates: readonly DateView[] }) => {
  const { t, i18n } = useTranslation('groups')
  const saveCalendar = useSaveCalendar()
  const save = async () => {
    const events = dates.map(({ id, kind, name, at }) => ({
      uid: `${id}@${location.hostname}`,
      title: t(`dates.event.${kind}`, { group: name }),
      at,
      alarmMinutes: alarmMinutes[kind],
    }))
    if (await saveCalendar(events, 'flagship.ics')) announce(t('reminder.saved'))
    else toast.error(t('reminder.notSaved'), { id: 'dates' })
  }
  const others = dates.slice(MAX_SHOWN)
  return (
    <Card as="section" padding="lg" aria-labelledby="dates" className="flex flex-col gap-1">
      <div className="-my-2 flex items-center justify-between gap-4">
        <h2 id="dates" className="text-base">
          {t('dates.title')}
        </h2>
        <IconButton
          label={t('dates.save')}
          icon={<CalendarPlus className="size-5" />}
          onClick={() => void save()}
          className="-mr-2"
        />
      </div>
      <DateRows dates={dates.slice(0, MAX_SHOWN)} />
      {others.length > 0 && (
        <details className="-mb-2 border-t border-line text-sm">
          <summary className="py-2 text-muted">
            {t('dates.more', { number: formatNumber(others.length, i18n.language) })}
          </summary>
          <DateRows dates={others} />
        </details>
      )}
    </Card>
  )
}

const DateRows = ({ dates }: { dates: readonly DateView[] }) => {
  const { t, i18n } = useTranslation('groups')
  return (
    <ul className="divide-y divide-line text-sm">
      {dates.map(({ id, kind, groupId, name, at }) => {
        const isExam = kind === 'exam' || kind === 'report'
        const date = isExam
          ? formatDeadline(at, i18n.language)
          : formatNearDate(at, serverClock.now(), i18n.language)
        return (
          <li
            key={id}
            className="relative flex min-h-10 flex-wrap items-center justify-between gap-x-4 py-1.5 pointer-coarse:min-h-control"
          >
            <Link
              to="/group/$groupId"
              params={{ groupId }}
              search={isExam ? { tab: 'exam' } : {}}
              title={name}
              className={`${stretchedLinkClass} line-clamp-2 min-w-0 flex-1 basis-[9rem] wrap-anywhere`}
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="text-muted">{t(`dates.kind.${kind}`, { date })}</span>
          </li>
        )
      })}
    </ul>
  )
}
