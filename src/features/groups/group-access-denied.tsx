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
import { formatDate, formatNumber, parseMoment } from '../../lib/format'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import { LazyVerifyPage } from '../auth/public'
import { Page, useBreadcrumbs } from '../shell/public'
import { InviteForm } from './invite-form'

const icons: Record<Exclude<AccessDeniedReason, 'unverified'>, ReactNode> = {
  upcoming: <CalendarClock />,
  ended: <CalendarX2 />,
  stranger: <Lock />,
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
              <Link
                to="/groups"
                className={buttonClass({
                  variant: isAboutPart || reason === 'stranger' ? 'secondary' : 'primary',
                })}
              >
                {t('refused.toGroups')}
              </Link>
            </>
          }
        >
          <ReasonText reason={messageKey} group={group} />
          {reason === 'stranger' && (
            <div className="mx-auto mt-4 max-w-md">
              <InviteForm isMain />
            </div>
          )}
        </EmptyState>
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
  reason: Exclude<AccessDeniedReason, 'unverified'> | ExamPhase
  group: GroupSummary | undefined
}

const ReasonText = ({ reason, group }: ReasonTextProps) => {
  const { t, i18n } = useTranslation('groups')
  const phase = reason === 'upcoming' || reason === 'ended' ? reason : null
  const date = parseMoment(phase === 'upcoming' ? group?.start_date : group?.end_date)
  return (
    <>
      {phase && date !== null && (
        // Of what, the title says.
        <p className="text-base font-medium text-text">{formatDate(date, i18n.language)}</p>
      )}
      {reason === 'ended' && group && <OwnResult group={group} />}
      <p>{t(`refused.${reason}.text`)}</p>
    </>
  )
}

/** What is known of the reader's own result. */
const OwnResult = ({ group }: { group: GroupSummary }) => {
  const { t, i18n } = useTranslation('groups')
  const number = (value: number) => formatNumber(value, i18n.language)
  const { tasks_solved: solved, tasks_total: total, rank, ranked_total: people } = group
  const facts = [
    solved !== undefined &&
      total !== undefined &&
      `${t('progress.label')}: ${t('progress.value', { solved: number(solved), total: number(total) })}`,
    typeof rank === 'number' &&
      typeof people === 'number' &&
      t('place.own', { rank: number(rank), total: number(people) }),
  ].filter(Boolean)
  return facts.length > 0 && <p className="text-base text-text">{facts.join(' · ')}</p>
}
