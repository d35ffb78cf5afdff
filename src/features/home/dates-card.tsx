import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSaveCalendar } from '../../api/use-save-calendar'
import { announce } from '../../lib/announce'
import { formatDate, formatDeadline, formatNumber } from '../../lib/format'
import { toast } from '../../lib/toast'
import { Button } from '../../ui/button'
import { Card, stretchedLinkClass } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import type { DateView } from './model'

const MAX_SHOWN = 5
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
  return (
    <Card as="section" padding="lg" aria-labelledby="dates" className="flex flex-col gap-2 self-start">
      <SectionTitle id="dates">{t('dates.title')}</SectionTitle>
      <ul className="divide-y divide-line text-sm">
        {dates.slice(0, MAX_SHOWN).map(({ id, kind, groupId, name, at }) => (
          <li key={id} className="relative flex flex-col gap-1 py-2">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span>{t(`dates.kind.${kind}`)}</span>
              <span className="text-muted">
                {kind === 'exam' || kind === 'report'
                  ? formatDeadline(at, i18n.language)
                  : formatDate(at, i18n.language)}
              </span>
            </span>
            <Link
              to="/group/$groupId"
              params={{ groupId }}
              search={kind === 'exam' || kind === 'report' ? { tab: 'exam' } : {}}
              className={stretchedLinkClass}
            >
              <bdi className="block truncate text-muted">{name}</bdi>
            </Link>
          </li>
        ))}
        {dates.length > MAX_SHOWN && (
          <li className="py-2 text-muted">
            {t('dates.more', { number: formatNumber(dates.length - MAX_SHOWN, i18n.language) })}
          </li>
        )}
      </ul>
      <Button size="sm" icon={<CalendarPlus />} onClick={() => void save()} className="self-start">
        {t('dates.save')}
      </Button>
    </Card>
  )
}
