import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { localize } from '../../i18n/localize'
import { storage } from '../../lib/storage'
import { configQuery } from '../../queries/config'
import { groupListQuery } from '../../queries/groups'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { Heading } from '../../ui/heading'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { JoinForm } from './join-form'

interface InviteEntryProps {
  code: string
  /** Absent when the invite response does not include it. */
  groupId: number | undefined
}

/** The way into the group for guests, members and other signed-in users. */
export const InviteEntry = (props: InviteEntryProps) => {
  const { status, user, isFirstRequest } = useSession()
  if (user) return <MemberEntry {...props} user={user} />
  if (status === 'anonymous') return <GuestEntry {...props} />
  // The first silent refresh ended without a response, so the session is unknown.
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
    // Success changes the session; a failure leaves this notice.
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
  // Without the list show the form: joining again has no effect.
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

/** Users who signed up through the LMS have no password to confirm. */
const NoPassword = () => {
  const { t, i18n } = useTranslation('invite')
  const { data: config } = useQuery(configQuery())
  const lms = config?.lms
  return (
    <EntryCard title={t('noPassword.title')}>
      <p>{t('noPassword.text')}</p>
      {lms && (
        <>
          <p>{t('noPassword.lms')}</p>
          <a href={lms.login_url} className={`${buttonClass()} self-start`}>
            {t('noPassword.toLms', { name: localize(lms.name, i18n.language) })}
          </a>
        </>
      )}
    </EntryCard>
  )
}

const wrapping = 'max-w-full wrap-anywhere'

/** Login and registration for guests. The links carry the code, and the next login leads to the group. */
const GuestEntry = ({ code, groupId }: { code: string; groupId: number | undefined }) => {
  const { t } = useTranslation('invite')
  const { endedBecause } = useSession()
  const search = { invite: code }
  const remember = () => storage.set('auth_redirect', groupId ? `/group/${groupId}` : '/groups')
  return (
    <EntryCard title={t('guest.title')}>
      {endedBecause === 'expired' && (
        <Banner tone="info" role="alert">
          {t('guest.expired')}
        </Banner>
      )}
      <p className="text-muted">{t('guest.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/login"
          search={search}
          onClick={remember}
          className={cx(buttonClass({ variant: 'primary', size: 'lg' }), wrapping)}
        >
          {t('guest.logIn')}
        </Link>
        <Link
          to="/registration"
          search={search}
          onClick={remember}
          className={cx(buttonClass({ variant: 'secondary', size: 'lg' }), wrapping)}
        >
          {t('guest.register')}
        </Link>
      </div>
    </EntryCard>
  )
}

const EntryCard = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" padding="lg" aria-labelledby={id} className="flex flex-col gap-4">
      <Heading level={2} id={id} className="text-lg">
        {title}
      </Heading>
      {children}
    </Card>
  )
}
