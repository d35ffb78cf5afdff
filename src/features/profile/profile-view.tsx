import { Link } from '@tanstack/react-router'
import { Lock, Radar as RadarIcon, Unlink, UserX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../packages/contract/schema.gen'
import { parseActivity } from '../../api/activity'
import { serverClock } from '../../lib/server-clock'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/empty-state'
import { ActivitySection } from './activity-section'
import { CompetencyChart } from './competency-chart'
import { CompetencyTable } from './competency-table'
import { ExamBlocks } from './exams'
import { HardTasks } from './hard-tasks'
import { MemberCover, PrintButton, PrintFooter, PrintHeader } from './profile-cover'
import { getSubtitleName, getTitleName, parseExams, parseProfile, parseSolves } from './profile-model'

export const useProfileView = (profile: Profile) =>
  useMemo(() => {
    const view = parseProfile(profile)
    const now = serverClock.now()
    return {
      view,
      exams: parseExams(profile),
      solves: parseSolves(view),
      activity: parseActivity(profile.activity, now),
      name: getTitleName(profile),
      date: now,
    }
  }, [profile])

type View = ReturnType<typeof useProfileView>

const columnsClass =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26.5rem] xl:gap-6 print:block print:space-y-3'

/** The profile of another member. Needs a key per user. */
export const OtherProfile = ({ profile }: { profile: Profile }) => {
  const other = useProfileView(profile)
  const { view, name, exams, date } = other
  const isShown = !view.isUnknown && !view.isEmpty
  return (
    <ProfilePage date={date} address={null}>
      <MemberCover
        name={name}
        username={getSubtitleName(profile)}
        exams={isShown ? exams : []}
        actions={isShown && <PrintButton />}
        {...getTotals(other)}
      />
      {isShown ? (
        <MemberSections own={other} hasLinks={false} />
      ) : (
        <NothingSolved view={view} exams={exams} />
      )}
    </ProfilePage>
  )
}

/** Zeros of an empty profile say nothing. */
export const getTotals = ({ view: { points, tasks, isEmpty }, activity }: View) => ({
  ...(!isEmpty && { points, tasks }),
  streak: activity?.streak ?? 0,
})

interface ProfilePageProps {
  date: number
  address: string | null
  className?: string
  children: ReactNode
}

export const ProfilePage = ({ date, address, className, children }: ProfilePageProps) => (
  <div className={cx('flex w-full min-w-0 flex-col gap-4 print:block print:space-y-3', className)}>
    <PrintHeader date={date} />
    {children}
    <PrintFooter date={date} address={address} />
  </div>
)

export const MemberSections = ({
  own: { view, exams, solves, activity },
  hasLinks,
}: {
  own: View
  hasLinks: boolean
}) => (
  <>
    <div className="hidden print:block">
      <ExamBlocks exams={exams} />
    </div>
    <div className={columnsClass}>
      <CompetencyTable competencies={view.competencies} hasLinks={hasLinks} isShort={false} />
      <div className="flex min-w-0 flex-col gap-4 print:block print:space-y-3">
        <CompetencyChart view={view} />
        <HardTasks tasks={solves.hard} className="hidden print:block" />
        {activity && <ActivitySection view={activity} />}
      </div>
    </div>
  </>
)

/** Shown if the platform sends a profile without what was solved. */
const UnknownProfile = () => {
  const { t } = useTranslation('competencies')
  return (
    <Card>
      <EmptyState icon={<RadarIcon />} title={t('unknown')} headingLevel={2} />
    </Card>
  )
}

/** An exam may be passed where no task counts. */
export const NothingSolved = ({ view, exams }: Pick<View, 'view' | 'exams'>) => {
  const { t } = useTranslation('competencies')
  if (exams.length > 0) return <ExamBlocks exams={exams} />
  if (view.isUnknown) return <UnknownProfile />
  return (
    <Card>
      <EmptyState icon={<RadarIcon />} title={t('empty.other')} headingLevel={2} />
    </Card>
  )
}

interface NoticeProps {
  icon: ReactNode
  title: string
  text: string
  action: ReactNode
}

/** Instead of a profile; its title is the h1 of the page. */
const Notice = ({ icon, title, text, action }: NoticeProps) => (
  <Card className="mx-auto flex w-full max-w-xl flex-col items-center gap-4 py-8 text-center sm:mt-8 sm:py-12">
    <span
      aria-hidden
      className="flex size-12 items-center justify-center rounded-full bg-sunken text-subtle [&>svg]:size-6"
    >
      {icon}
    </span>
    <h1 tabIndex={-1} data-page-title className="font-display text-xl tracking-tight text-balance">
      {title}
    </h1>
    <p className="max-w-md text-balance text-muted">{text}</p>
    {action}
  </Card>
)

const icons = { private: Lock, unknown: UserX } as const

/** A profile that is hidden or does not exist. */
export const ProfileUnavailable = (props: { reason: keyof typeof icons; userId: number }) => {
  const { reason, userId } = props
  const { t } = useTranslation('competencies')
  const Icon = icons[reason]
  return (
    <Notice
      icon={<Icon />}
      title={t(`${reason}.title`)}
      // A plain number, without digit grouping.
      text={t(`${reason}.text`, { id: String(userId) })}
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
  )
}

/** Shows neither the link nor the reason. */
export const DeadLink = () => {
  const { t } = useTranslation('sharing')
  return (
    <Notice
      icon={<Unlink />}
      title={t('dead.title')}
      text={t('dead.text')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('dead.home')}
        </Link>
      }
    />
  )
}
