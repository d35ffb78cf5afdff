import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { groupListQuery } from '../../queries/groups'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { EntryCard } from './entry-card'
import { GuestEntry } from './guest-entry'
import { JoinForm } from './join-form'
import { NoPassword } from './no-password'

interface InviteEntryProps {
  code: string
  /** Absent when the check of the code does not say it. */
  groupId: number | undefined
}

/** The way into the group, for whoever is here: guest, member, or somebody signed in who may join. */
export const InviteEntry = (props: InviteEntryProps) => {
  const { status, user, isFirstRequest } = useSession()
  if (user) return <MemberEntry {...props} user={user} />
  if (status === 'anonymous') return <GuestEntry {...props} />
  // The first silent refresh has ended and it is still not known who is here: it got no answer.
  return isFirstRequest ? <Pending /> : <StartFailed />
}

const Pending = () => {
  const { t } = useTranslation('invite')
  return (
    <Card padding="lg">
      <SkeletonGroup label={t('start.pending')}>
        <SkeletonText lines={4} />
      </SkeletonGroup>
    </Card>
  )
}

const StartFailed = () => {
  const { t } = useTranslation('invite')
  const { session } = useSession()
  const [isPending, setPending] = useState(false)
  const retry = async () => {
    setPending(true)
    // Success shows by the session itself, another failure by this place staying as it is.
    await session.start().catch(() => {})
    setPending(false)
  }
  return (
    <Banner
      tone="warning"
      role="status"
      action={
        <Button size="sm" isPending={isPending} onClick={retry}>
          {t('start.retry')}
        </Button>
      }
    >
      {t('start.failed')}
    </Banner>
  )
}

const MemberEntry = ({ user, code, groupId }: InviteEntryProps & { user: User }) => {
  const { t } = useTranslation('invite')
  const { data: groups, isPending } = useQuery(groupListQuery())
  if (isPending) return <Pending />
  // Without the list the form stands: joining twice is the same as joining once.
  if (groupId && groups?.some(({ id }) => id === groupId)) {
    return (
      <EntryCard title={t('member.title')}>
        <Link
          to="/group/$groupId"
          params={{ groupId }}
          className={`${buttonClass({ variant: 'primary' })} self-start`}
        >
          {t('member.open')}
        </Link>
      </EntryCard>
    )
  }
  if (user.no_password) return <NoPassword />
  return (
    <EntryCard title={t('join.title')}>
      <JoinForm user={user} code={code} groupId={groupId} />
    </EntryCard>
  )
}
