import { CalendarPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { GroupSummary } from '../../api/responses'
import { useSaveCalendar } from '../../api/use-save-calendar'
import { announce } from '../../lib/announce'
import { safeFileName } from '../../lib/save-file'
import { toast } from '../../lib/toast'
import { Button, type ButtonProps } from '../../ui/button'

const DAY_MINUTES = 24 * 60

interface GroupCalendarButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  group: Pick<GroupSummary, 'id' | 'name'>
  /** Otherwise the beginning. */
  isEnd?: boolean
  /** Milliseconds. */
  at: number
}

/** Saves the beginning or the end of a group as a calendar file. */
export const GroupCalendarButton = ({ group, isEnd = false, at, ...button }: GroupCalendarButtonProps) => {
  const kind = isEnd ? 'end' : 'start'
  const { t } = useTranslation('groups')
  const saveCalendar = useSaveCalendar()
  const save = async () => {
    const event = {
      uid: `group-${group.id}-${kind}@${location.hostname}`,
      title: t(`dates.event.${kind}`, { group: group.name }),
      at,
      alarmMinutes: DAY_MINUTES,
    }
    if (await saveCalendar([event], safeFileName(group.name, '.ics', 'group.ics')))
      announce(t('reminder.saved'))
    else toast.error(t('reminder.notSaved'), { id: 'group-calendar' })
  }
  return (
    <Button {...button} icon={<CalendarPlus />} onClick={() => void save()}>
      {t('dates.save')}
    </Button>
  )
}
