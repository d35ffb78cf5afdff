import { Link } from '@tanstack/react-router'
import { Radar } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/schema.gen'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { ActivitySection } from './activity-section'
import { CompetencyChart } from './competency-chart'
import { CompetencyList } from './competency-list'
import { ProfileTotals } from './profile-totals'
import { readProfile } from './profile-view-model'

interface ProfileViewProps {
  profile: Profile
  /** Evidence leads to the tasks: for those who may open them. */
  hasLinks: boolean
  /** What an unconfirmed owner of an empty profile can do first; the routes fill it. */
  verifyActions?: ReactNode
}

/** What a person can do, by field of knowledge, with the solved tasks as evidence (ux §5). Give it a key for each person. */
export const ProfileView = ({ profile, hasLinks, verifyActions }: ProfileViewProps) => {
  const view = useMemo(() => readProfile(profile), [profile])
  if (view.isEmpty) return <NothingYet isOwn={hasLinks} verifyActions={verifyActions} />
  return (
    <div className="@container min-w-0">
      <div className="flex flex-col gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @3xl:grid-cols-[minmax(14rem,1fr)_minmax(0,36rem)]">
          <ProfileTotals view={view} />
          <CompetencyChart view={view} />
        </div>
        <CompetencyList competencies={view.competencies} hasLinks={hasLinks} />
        <ActivitySection activity={profile.activity} />
      </div>
    </div>
  )
}

/** A platform without the call that the specification does not list. */
export const NoProfile = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState icon={<Radar aria-hidden />} title={t('missing.title')} headingLevel={2}>
        <p>{t('missing.text')}</p>
      </EmptyState>
    </Card>
  )
}

const NothingYet = ({ isOwn, verifyActions }: { isOwn: boolean; verifyActions: ReactNode }) => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState
        icon={<Radar aria-hidden />}
        title={t(isOwn ? 'empty.own' : 'empty.other')}
        action={
          isOwn &&
          (verifyActions ?? (
            <Link to="/groups" className={buttonClass({ variant: 'primary' })}>
              {t('empty.toGroups')}
            </Link>
          ))
        }
      >
        {isOwn && verifyActions && t('empty.unverified')}
      </EmptyState>
    </Card>
  )
}
