import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CalendarX2, EyeOff, Hourglass, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessDeniedReason } from '../../api/access-denied-reason'
import { getAttemptRule, getCurrentAttempt } from '../../api/attempts'
import { groupListQuery, groupQuery } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { DAY_MS } from '../../lib/durations'
import { formatDate, formatInDays, formatNumber, parseMoment } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { LazyVerifyPage } from '../auth/public'
import { Page, useBreadcrumbs } from '../shell/public'
import { GroupCalendarButton } from './group-calendar-button'
import { InviteForm } from './invite-form'

const icons: Record<Exclude<AccessDeniedReason, 'unverified' | 'stranger'>, ReactNode> = {
  upcoming: <CalendarClock />,
  ended: <CalendarX2 />,
  task: <Lock />,
  attempt: <Hourglass />,
  leaderboard: <EyeOff />,
}

interface GroupAccessDeniedProps {
  reason: AccessDeniedReason
  groupId: number
}

/** A group that is closed to the user, with dates and links. Not shown as an error. */
export const GroupAccessDeniedPage = ({ reason, groupId }: GroupAccessDeniedProps) => {
  const { t } = useTranslation(['groups', 'common'])
  const { user } = useSession()
  const { data: groups } = useQuery({ ...groupListQuery(), enabled: user !== null })
  const group = groups?.find(({ id }) => id === groupId)
  const exam = useExamPhase(groupId, reason === 'attempt' && user !== null)
  const isAboutPart = reason === 'task' || reason === 'leaderboard' || reason === 'attempt'
  const title = group?.name ?? t('refused.group')
  useBreadcrumbs([{ title: t('page.groups', { ns: 'common' }), link: { to: '/groups' } }, { title }])
  // The same next step as on home, which replaces the banner.
  if (reason === 'unverified')
    return (
      <Page title={title} isName={group !== undefined}>
        <LazyVerifyPage groups={[]} />
      </Page>
    )
  const start = reason === 'upcoming' ? parseMoment(group?.start_date) : null
  if (reason === 'stranger')
    return (
      <Page title={title} isName={group !== undefined}>
        <Card padding="lg" className="flex flex-col gap-4">
          <h2 className="text-lg">{t('refused.stranger.title')}</h2>
          {user?.username && (
            <p className="text-muted">{t('refused.stranger.account', { name: user.username })}</p>
          )}
          <InviteForm isMain aside={<ToGroups isPrimary={false} />} />
        </Card>
      </Page>
    )
  const messageKey = reason === 'attempt' ? exam : reason
  return (
    <Page title={title} isName={group !== undefined}>
      <Card>
        <EmptyState
          icon={icons[reason]}
          title={t(`refused.${messageKey}.title`)}
          headingLevel={2}
          action={
            <>
              {isAboutPart && (
                <Link
                  to="/group/$groupId"
                  params={{ groupId }}
                  {...(reason === 'attempt' && { search: { tab: 'exam' as const } })}
                  className={buttonClass({ variant: 'primary' })}
                >
                  {t(reason === 'attempt' ? 'refused.toExam' : 'refused.toGroup')}
                </Link>
              )}
              {group && start !== null && <GroupCalendarButton variant="primary" group={group} at={start} />}
              <ToGroups isPrimary={!isAboutPart && start === null} />
              {reason === 'ended' && (
                <Link
                  to="/competencies/{-$userId}"
                  params={{ userId: undefined } as { userId?: never }}
                  className={buttonClass()}
                >
                  {t('nav.myProfile', { ns: 'common' })}
                </Link>
              )}
            </>
          }
        >
          <ReasonText reason={messageKey} group={group} />
        </EmptyState>
        {reason === 'upcoming' && group?.description && (
          <p className="mx-auto max-w-lg border-t border-line pt-4 pb-4 text-center text-sm text-balance whitespace-pre-line text-muted">
            <bdi>{group.description}</bdi>
          </p>
        )}
      </Card>
    </Page>
  )
}

type ExamPhase = 'attempt' | 'attemptBefore' | 'attemptAfter'

/** Whether the exam is before, in or after its time, by the current attempt; `attempt` while unknown. */
const useExamPhase = (groupId: number, isEnabled: boolean): ExamPhase => {
  // The cache may be from while the exam ran.
  const { data: group, isFetching } = useQuery({ ...groupQuery(groupId), enabled: isEnabled, staleTime: 0 })
  if (!group || isFetching) return 'attempt'
  const attempt = getCurrentAttempt(group)
  const { step, stepState } = getAttemptRule(attempt?.status)
  if (!attempt || step === 'access' || step === 'start') return 'attemptBefore'
  return step === null || (step === 'exam' && stepState === 'current') ? 'attempt' : 'attemptAfter'
}

interface ReasonTextProps {
  reason: Exclude<AccessDeniedReason, 'unverified' | 'stranger'> | ExamPhase
  group: GroupSummary | undefined
}

const ReasonText = ({ reason, group }: ReasonTextProps) => {
  const { t } = useTranslation('groups')
  const phase = reason === 'upcoming' || reason === 'ended' ? reason : null
  return (
    <>
      {phase && group && <GroupFigures phase={phase} group={group} />}
      <p>{t(`refused.${reason}.text`)}</p>
    </>
  )
}

/** What is known of the dates, and of the reader's own result after the end. */
const GroupFigures = ({ phase, group }: { phase: 'upcoming' | 'ended'; group: GroupSummary }) => {
  const { t, i18n } = useTranslation('groups')
  const { language } = i18n
  const [start, end] = [parseMoment(group.start_date), parseMoment(group.end_date)]
  const of = (value: number | undefined, total: number | undefined) =>
    value !== undefined && total !== undefined && total > 0
      ? t('progress.value', { solved: formatNumber(value, language), total: formatNumber(total, language) })
      : null
  const date = (moment: number | null) => moment !== null && formatDate(moment, language)
  const figures: [label: string, value: string | false | null][] =
    phase === 'upcoming'
      ? [
          [
            t('refused.wait'),
            start !== null && formatInDays(Math.ceil((start - serverClock.now()) / DAY_MS), language),
          ],
          [t('refused.start'), date(start)],
          [t('refused.end'), date(end)],
        ]
      : [
          [t('refused.end'), date(end)],
          [t('progress.label'), of(group.tasks_solved, group.tasks_total)],
          [t('points.label'), of(group.points_earned, group.points_total)],
          [t('column.place'), of(group.rank, group.ranked_total)],
        ]
  return (
    <dl className="mb-4 flex flex-wrap justify-center gap-x-8 gap-y-2">
      {figures.map(
        ([label, value], at) =>
          value && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never moves, and a label has a language.
            <div key={at}>
              <dt>{label}</dt>
              <dd className="font-display text-lg text-text">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const ToGroups = ({ isPrimary }: { isPrimary: boolean }) => {
  const { t } = useTranslation('groups')
  return (
    <Link to="/groups" className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}>
      {t('refused.toGroups')}
    </Link>
  )
}
