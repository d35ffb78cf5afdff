import { CalendarDays, GraduationCap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { InviteGroup } from '../../api/schema.gen'
import { formatGroupDates } from '../../i18n/group-dates'
import { serverClock } from '../../lib/server-clock'
import { getGroupPhase } from '../../queries/group-phase'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { Heading } from '../../ui/heading'

// Keeps stacked combining marks inside their lines.
const userText = 'overflow-hidden [overflow-wrap:anywhere]'

/** What visitors may see of a group before joining. */
export const InvitedGroup = ({ group }: { group: InviteGroup }) => {
  const { t } = useTranslation(['invite', 'groups'])
  const dates = formatGroupDates(group, getGroupPhase(group, serverClock.now()))
  return (
    <Card as="section" padding="lg" aria-label={t('group.label')} className="flex flex-col gap-3">
      {group.is_exam && (
        <Badge tone="accent" icon={<GraduationCap aria-hidden />} className="self-start">
          {t('badge.exam', { ns: 'groups' })}
        </Badge>
      )}
      <Heading level={2} className={`text-lg ${userText}`}>
        {group.name ? <bdi>{group.name}</bdi> : t('notice.title')}
      </Heading>
      {group.description && (
        <p className={`whitespace-pre-line text-muted ${userText}`}>
          <bdi>{group.description}</bdi>
        </p>
      )}
      {dates && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <CalendarDays className="size-4 shrink-0" aria-hidden />
          {dates}
        </p>
      )}
    </Card>
  )
}
