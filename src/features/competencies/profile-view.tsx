import { Link } from '@tanstack/react-router'
import { Radar as RadarIcon } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../api/schema.gen'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { Meter } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { Radar } from '../../ui/radar'
import { ActivitySection } from './activity-section'
import { CompetencyList } from './competency-list'
import { formatAmount, formatShare } from './format'
import { type Amount, getChartMaximum, type ProfileViewModel, parseProfile } from './profile-view-model'

interface ProfileViewProps {
  profile: Profile
  /** Whether the user may open the tasks. */
  hasLinks: boolean
  /** Shown to an unverified owner of an empty profile. */
  verifyActions?: ReactNode
}

/** Competencies with solved tasks as evidence. Needs a key per user. */
export const ProfileView = ({ profile, hasLinks, verifyActions }: ProfileViewProps) => {
  const view = useMemo(() => parseProfile(profile), [profile])
  if (view.isEmpty) return <EmptyProfile isOwn={hasLinks} verifyActions={verifyActions} />
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

/** Shown if the platform lacks the endpoint. */
export const ProfileNotSupported = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState icon={<RadarIcon aria-hidden />} title={t('missing.title')} headingLevel={2}>
        <p>{t('missing.text')}</p>
      </EmptyState>
    </Card>
  )
}

const EmptyProfile = ({ isOwn, verifyActions }: { isOwn: boolean; verifyActions: ReactNode }) => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState
        icon={<RadarIcon aria-hidden />}
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

const ProfileTotals = ({ view }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  return (
    <Card as="section" padding="lg" aria-labelledby="totals" className="flex flex-col gap-4">
      <SectionTitle id="totals">{t('totals.title')}</SectionTitle>
      <Total label={t('totals.points')} amount={view.points} />
      <Total label={t('totals.tasks')} amount={view.tasks} />
      <p className="text-xs text-muted">{t('totals.note')}</p>
    </Card>
  )
}

const Total = ({ label, amount }: { label: string; amount: Amount }) => {
  const { done, total, share } = amount
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{label}</p>
      <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="text-lg font-semibold">{formatAmount(amount)}</span>
        {share !== null && <span className="text-sm text-muted">{formatShare(share)}</span>}
      </p>
      {done !== null && total !== null && total > 0 && (
        // Same values as the text.
        <div aria-hidden>
          <Meter label={label} value={done} max={total} size="md" isLabelHidden />
        </div>
      )}
    </div>
  )
}

/** Renders nothing for too few competencies. */
const CompetencyChart = ({ view: { axes, isChartPartial } }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  const byShare = axes.toSorted((a, b) => a.number - b.number)
  const [best, weakest] = [byShare[0], byShare.at(-1)]
  if (!best || !weakest) return null
  const maxShare = getChartMaximum(axes)
  const getName = ({ name }: { name: string | null }) => name ?? t('list.unnamed')
  const label =
    best.share === weakest.share
      ? t('chart.even', { share: formatShare(best.share) })
      : t('chart.label', {
          best: getName(best),
          bestShare: formatShare(best.share),
          least: getName(weakest),
          leastShare: formatShare(weakest.share),
        })
  return (
    <Card as="section" padding="lg" aria-labelledby="chart" className="flex flex-col gap-2">
      <SectionTitle id="chart">{t('chart.title')}</SectionTitle>
      <div className="@container">
        <Radar
          label={label}
          axes={axes.map(axis => ({
            mark: String(axis.number),
            name: getName(axis),
            share: axis.share / maxShare,
          }))}
        />
      </div>
      <p className="text-xs text-muted">
        {t('chart.edge', { share: formatShare(maxShare) })}
        {isChartPartial && ` ${t('chart.partial', { count: axes.length })}`}
      </p>
    </Card>
  )
}
