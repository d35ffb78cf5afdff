import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, CalendarClock, EyeOff, Lock, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { groupDatesText } from '../../i18n/group-text'
import type { GroupSummary } from '../../queries/answers'
import { attemptRule } from '../../queries/attempt-rules'
import { currentAttempt } from '../../queries/exam-view'
import { groupListQuery, groupQuery } from '../../queries/groups'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'
import type { Refusal } from './refusal'

const icons = {
  upcoming: CalendarClock,
  ended: CalendarCheck,
  stranger: Lock,
  unverified: MailWarning,
  task: Lock,
  leaderboard: EyeOff,
  attempt: Lock,
} as const

interface GroupRefusedProps {
  reason: Refusal
  groupId: number
  /** The page around it: the title goes to the h1; it may be the name of the group. */
  frame: (heading: { title: string; isName: boolean }, body: ReactNode) => ReactNode
  /** What an unconfirmed person can do about it (ux §6, /group). */
  verifyActions: ReactNode
}

/** A closed group is a state with a date and a way on, not an error. The date comes from the list of groups when it is there. */
export const GroupRefused = ({ reason, groupId, frame, verifyActions }: GroupRefusedProps) => {
  const { t } = useTranslation('groups')
  const { user } = useSession()
  const { data: groups } = useQuery({ ...groupListQuery(), enabled: user !== null })
  const group = groups?.find(({ id }) => id === groupId)
  const Icon = icons[reason]
  const exam = useExamSide(groupId, reason === 'attempt' && user !== null)
  const said = reason === 'attempt' ? exam : reason
  const isAboutPart = reason === 'task' || reason === 'leaderboard' || reason === 'attempt'
  return frame(
    { title: group?.name ?? t('refused.group'), isName: group !== undefined },
    <Card>
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`refused.${said}.title`)}
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
            <Link to="/groups" className={buttonClass({ variant: isAboutPart ? 'secondary' : 'primary' })}>
              {t('refused.toGroups')}
            </Link>
          </>
        }
      >
        <RefusedText reason={said} group={group} email={user?.email} />
        {reason === 'unverified' && <div className="mt-3">{verifyActions}</div>}
      </EmptyState>
    </Card>,
  )
}

type ExamSide = 'attempt' | 'attemptBefore' | 'attemptAfter'

/** Which side of its time the exam is on, by the attempt that counts; `attempt` while that cannot be told. */
const useExamSide = (groupId: number, isAsked: boolean): ExamSide => {
  // Read anew: what was cached may be from while the exam ran.
  const { data: group, isFetching } = useQuery({ ...groupQuery(groupId), enabled: isAsked, staleTime: 0 })
  if (!group || isFetching) return 'attempt'
  const attempt = currentAttempt(group)
  const { step, stepState } = attemptRule(attempt?.status)
  if (!attempt || step === 'access' || step === 'start') return 'attemptBefore'
  return step === null || (step === 'exam' && stepState === 'current') ? 'attempt' : 'attemptAfter'
}

interface RefusedTextProps {
  reason: Refusal | ExamSide
  group: GroupSummary | undefined
  email: string | undefined
}

const RefusedText = ({ reason, group, email }: RefusedTextProps) => {
  const { t } = useTranslation('groups')
  const phase = reason === 'upcoming' || reason === 'ended' ? reason : null
  const dates = group && phase && groupDatesText(group, phase)
  return (
    <>
      {dates && <p className="text-base font-medium text-text">{dates}</p>}
      <p>
        {reason === 'unverified'
          ? t('refused.unverified.text', { email: email ?? '' })
          : t(`refused.${reason}.text`)}
      </p>
    </>
  )
}
