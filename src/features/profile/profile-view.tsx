import { Link } from '@tanstack/react-router'
import { Flame, Lock, Printer, Radar as RadarIcon, Unlink, UserX } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { parseActivity } from '../../api/activity'
import { lazyComponent } from '../../i18n/lazy-component'
import { SectionBoundary } from '../../i18n/section-boundary'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { CategoryFlag } from '../../ui/category-flag'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/empty-state'
import { Meter } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { MAX_LEVEL, Pennant } from '../../ui/pennant'
import { Radar, RadarMark } from '../../ui/radar'
import { Spinner } from '../../ui/spinner'
import { ActivitySection } from './activity-section'
import {
  type Amount,
  type CompetencyView,
  formatAmount,
  formatShare,
  getChartMaximum,
  getLevel,
  getSubtitleName,
  getTitleName,
  type ProfileViewModel,
  parseProfile,
} from './profile-model'

interface ProfileViewProps {
  profile: Profile
  /** Whether the user may open the tasks. */
  hasLinks: boolean
  /** Shown to an unverified owner of an empty profile. */
  verifyActions?: ReactNode
  /** Beside the competencies. */
  aside?: ReactNode
}

/** Competencies with solved tasks as evidence. Needs a key per user. */
export const ProfileView = ({ profile, hasLinks, verifyActions, aside }: ProfileViewProps) => {
  const view = useMemo(() => parseProfile(profile), [profile])
  if (view.isUnknown || view.isEmpty)
    return (
      <div className={columnsClass}>
        {view.isUnknown ? (
          <UnknownProfile />
        ) : (
          <EmptyProfile isOwn={hasLinks} verifyActions={verifyActions} />
        )}
        {aside}
      </div>
    )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <ProfileCover profile={profile} view={view} />
      <div className={columnsClass}>
        <div
          className={cx('flex min-w-0 flex-col gap-6 xl:col-start-2', aside ? 'xl:row-span-2' : undefined)}
        >
          <CompetencyChart view={view} />
          {aside}
        </div>
        <div className={cx('@container min-w-0 xl:col-start-1 xl:row-start-1', !aside && 'xl:row-span-2')}>
          <CompetencyList view={view} hasLinks={hasLinks} />
        </div>
        {/* In the shorter column. */}
        <div className={cx('min-w-0', aside ? 'xl:col-start-1' : 'xl:col-start-2')}>
          <ActivitySection activity={profile.activity} />
        </div>
      </div>
    </div>
  )
}

const columnsClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem] xl:grid-rows-[auto_1fr] print:block'

/** Shown if the platform lacks the endpoint. */
export const ProfileNotSupported = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState icon={<RadarIcon />} title={t('missing.title')} headingLevel={2}>
        <p>{t('missing.text')}</p>
      </EmptyState>
    </Card>
  )
}

/** Shown if the platform sends a profile without what was solved. */
const UnknownProfile = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState icon={<RadarIcon />} title={t('unknown')} headingLevel={2} />
    </Card>
  )
}

const EmptyProfile = ({ isOwn, verifyActions }: { isOwn: boolean; verifyActions: ReactNode }) => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState
        icon={<RadarIcon />}
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

/** Renders nothing for too few competencies. */
const CompetencyChart = ({ view: { axes, isChartPartial } }: { view: ProfileViewModel }) => {
  const { t } = useTranslation('competencies')
  const [best, weakest] = [axes[0], axes.at(-1)]
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
        <span>{t('chart.edge', { share: formatShare(maxShare) })}</span>
        {isChartPartial && <span>{` ${t('chart.partial', { count: axes.length })}`}</span>}
      </p>
    </Card>
  )
}

/** Rarely opened, so its code and translations are lazy. */
const EvidenceList = lazyComponent(() => import('./evidence-list').then(part => part.EvidenceList), 'task')

/** The same data as the chart, strongest first. */
const CompetencyList = ({
  view: { competencies },
  hasLinks,
}: {
  view: ProfileViewModel
  hasLinks: boolean
}) => {
  const { t } = useTranslation('competencies')
  return (
    <section aria-labelledby="by-competency" className="flex flex-col gap-3">
      <SectionTitle id="by-competency">{t('list.title')}</SectionTitle>
      {competencies.length === 0 ? (
        <p className="text-muted">{t('list.none')}</p>
      ) : (
        <>
          <p className="text-sm text-muted">{t('list.lead')}</p>
          <Card padding="none">
            <ol className="divide-y divide-line">
              {competencies.map(competency => (
                <Competency key={competency.number} competency={competency} hasLinks={hasLinks} />
              ))}
            </ol>
          </Card>
        </>
      )}
    </section>
  )
}

const Competency = ({ competency, hasLinks }: { competency: CompetencyView; hasLinks: boolean }) => {
  const { t } = useTranslation('competencies')
  const { number, name, points, tasks, share, evidence } = competency
  const shownName = name ?? t('list.unnamed')
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3 @3xl:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,19rem)] @3xl:items-center @3xl:px-6">
      <RadarMark>{String(number)}</RadarMark>
      <p className="flex min-w-0 items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-3">
          <CategoryFlag name={shownName} />
          <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{shownName}</bdi>
        </span>
        {share !== null && (
          <span className="flex shrink-0 items-center gap-3 text-sm tabular-nums">
            <Pennant level={getLevel(share)} className="max-xs:hidden" />
            <span className="min-w-[2.25rem] text-end">{formatShare(share)}</span>
          </span>
        )}
      </p>
      <div className="col-start-2 flex flex-col gap-1 @3xl:col-start-3 @3xl:row-span-2">
        {share !== null && (
          // Same value as the text.
          <div aria-hidden>
            <Meter label={shownName} value={share} max={1} isLabelHidden />
          </div>
        )}
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{t('list.points', { amount: formatAmount(points) })}</span>
          <span>{t('list.tasks', { amount: formatAmount(tasks) })}</span>
          {share !== null && (
            <span className="sr-only">{t('list.level', { level: getLevel(share), max: MAX_LEVEL })}</span>
          )}
        </p>
      </div>
      {evidence.length > 0 && (
        <div className="col-start-2">
          <Evidence competencyName={shownName} tasks={evidence} hasLinks={hasLinks} />
        </div>
      )}
    </li>
  )
}

interface EvidenceProps {
  competencyName: string
  tasks: readonly unknown[]
  hasLinks: boolean
}

/** Renders nothing until opened: there may be 100,000 tasks (M01). */
const Evidence = ({ competencyName, tasks, hasLinks }: EvidenceProps) => {
  const { t, i18n } = useTranslation('competencies')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit">
        <span>{t('evidence.title', { total: formatNumber(tasks.length, i18n.language) })}</span>
        <span className="sr-only">
          <span> (</span>
          <bdi>{competencyName}</bdi>
          <span>)</span>
        </span>
      </summary>
      {isOpen && (
        <SectionBoundary>
          <EvidenceList tasks={tasks} hasLinks={hasLinks} pending={<Spinner />} />
        </SectionBoundary>
      )}
    </details>
  )
}

const icons = { private: Lock, unknown: UserX } as const

/** A profile that is hidden or does not exist. */
export const ProfileUnavailable = (props: { reason: keyof typeof icons; userId: number }) => {
  const { reason, userId } = props
  const { t } = useTranslation('competencies')
  const Icon = icons[reason]
  return (
    <Card>
      <EmptyState
        icon={<Icon />}
        // A plain number, without digit grouping.
        title={t(`${reason}.text`, { id: String(userId) })}
        action={
          <Link
            to="/competencies/{-$userId}"
            params={{ userId: undefined } as { userId?: never }}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('toOwn')}
          </Link>
        }
      />
    </Card>
  )
}

/** Shows neither the link nor the reason. */
export const DeadLink = () => {
  const { t } = useTranslation('sharing')
  return (
    <Card>
      <EmptyState icon={<Unlink />} title={t('dead.title')} headingLevel={2}>
        <p>{t('dead.text')}</p>
      </EmptyState>
    </Card>
  )
}

interface ProfileCoverProps {
  profile: Profile
  view: ProfileViewModel
}

/** Who this is, at the top of a profile that goes into a CV: name, streak and totals. */
const ProfileCover = ({ profile, view }: ProfileCoverProps) => {
  const { t } = useTranslation('competencies')
  const name = getTitleName(profile)
  const username = getSubtitleName(profile)
  const shown = name ?? username
  const streak = parseActivity(profile.activity, serverClock.now())?.streak ?? 0
  return (
    <Card padding="lg" className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <div className="flex min-w-0 flex-1 basis-[16rem] items-center gap-4 sm:gap-6">
        <Avatar name={shown ?? ''} size="xl" />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-display text-xl wrap-anywhere">
            {shown === null ? t('someone') : <bdi translate="no">{shown}</bdi>}
          </p>
          {name !== null && username !== null && (
            <p className="text-sm text-muted wrap-anywhere">
              <bdi translate="no">{username}</bdi>
            </p>
          )}
          {streak > 1 && (
            <p className="flex items-center gap-1.5 text-sm font-medium text-signal">
              <Flame className="size-4 shrink-0" />
              <span>{t('cover.streak', { count: streak })}</span>
            </p>
          )}
        </div>
      </div>
      <dl aria-label={t('totals.title')} className="flex flex-wrap gap-x-8 gap-y-2">
        <Total label={t('totals.points')} amount={view.points} />
        <Total label={t('totals.tasks')} amount={view.tasks} />
      </dl>
      <Button data-no-print icon={<Printer />} onClick={() => window.print()}>
        {t('cover.print')}
      </Button>
    </Card>
  )
}

const Total = ({ label, amount }: { label: string; amount: Amount }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-display text-xl">{formatAmount(amount)}</span>
      {amount.share !== null && <span className="text-sm text-muted">{formatShare(amount.share)}</span>}
    </dd>
  </div>
)
