import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, CalendarClock, EyeOff, Lock, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupSummary } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { groupDatesText } from '../../i18n/group-text'
import { groupListQuery } from '../../queries/groups'
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
  /** The page around it: the title goes to the h1. */
  frame: (title: string, body: ReactNode) => ReactNode
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
  const isAboutPart = reason === 'task' || reason === 'leaderboard' || reason === 'attempt'
  return frame(
    group?.name ?? t('refused.group'),
    <Card>
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`refused.${reason}.title`)}
        headingLevel={2}
        action={
          <>
            {isAboutPart && (
              <Link to="/group/$groupId" params={{ groupId }} className={buttonClass({ variant: 'primary' })}>
                {t('refused.toGroup')}
              </Link>
            )}
            <Link to="/groups" className={buttonClass({ variant: isAboutPart ? 'secondary' : 'primary' })}>
              {t('refused.toGroups')}
            </Link>
          </>
        }
      >
        <RefusedText reason={reason} group={group} email={user?.email} />
        {reason === 'unverified' && <div className="mt-3">{verifyActions}</div>}
      </EmptyState>
    </Card>,
  )
}

interface RefusedTextProps {
  reason: Refusal
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
