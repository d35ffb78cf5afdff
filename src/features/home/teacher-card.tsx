import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groupQuery } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { formatGroupDates } from '../../i18n/group-dates'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { GroupFlags } from '../../ui/group-flags'
import { LazyGroupNumbers } from '../groups/public'
import { LazyLatestSolvesCard } from '../leaderboard/public'

/** For administrators, in place of the next task: a group that runs now, with its counts. */
export const TeacherCard = ({ group }: { group: GroupSummary }) => {
  const { t } = useTranslation('groups')
  const { data } = useQuery(groupQuery(group.id))
  return (
    <>
      <Card
        as="section"
        padding="lg"
        aria-labelledby="what-now"
        className="flex flex-col justify-between gap-6"
      >
        <div className="flex min-w-0 gap-6">
          <GroupFlags name={group.name} className="size-12 max-sm:size-8" />
          <div className="flex min-w-0 flex-col gap-2">
            <p className="text-sm font-medium text-accent-text">{t('teacher.lead')}</p>
            <h2 id="what-now" className="font-display text-xl">
              <bdi>{group.name}</bdi>
            </h2>
            <p className="text-sm text-muted">{formatGroupDates(group, 'running')}</p>
          </div>
        </div>
        {/* The height of the counts, so that nothing moves when they come. */}
        <div className="min-h-[3.25rem]">{data && <LazyGroupNumbers group={data} />}</div>
        <div className="flex flex-wrap gap-2">
          <Link
            to="/group/$groupId"
            params={{ groupId: group.id }}
            className={buttonClass({ variant: 'primary', size: 'lg' })}
          >
            {t('teacher.open')}
            <ArrowRight className="size-5" />
          </Link>
          {!group.hide_leaderboard && (
            <Link
              to="/group/$groupId/leaderboard"
              params={{ groupId: group.id }}
              className={buttonClass({ size: 'lg' })}
            >
              {t('teacher.leaderboard')}
            </Link>
          )}
        </div>
      </Card>
      {!group.hide_leaderboard && (
        <div className="grid min-h-[15.5rem]">
          <LazyLatestSolvesCard groupId={group.id} />
        </div>
      )}
    </>
  )
}
