import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarDays, GraduationCap } from 'lucide-react'
import { type ComponentType, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteGroup, User } from '../../../packages/contract/schema.gen'
import { configQuery } from '../../api/queries/config'
import { groupListQuery } from '../../api/queries/groups'
import { getGroupPhase } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { errorMessage, retryReason } from '../../i18n/error-messages'
import { formatGroupDates } from '../../i18n/group-dates'
import { localize } from '../../i18n/localize'
import { announce } from '../../lib/announce'
import { focusOnMount } from '../../lib/focus'
import { useAnnounceChange } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { storage } from '../../lib/storage'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ButtonRow } from '../../ui/button-row'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { FormShell } from '../../ui/form-shell'
import { Heading } from '../../ui/page-title'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { useFormProblem } from '../../ui/use-form-problem'
import { PasswordField } from './form-fields'
import { fieldErrorMessage } from './model'
import { Outcome } from './outcome'

interface InviteEntryProps {
  code: string
  /** Absent when the invite response does not include it. */
  groupId: number | undefined
  /** Sets the first password of a user who has none. */
  PasswordForm: ComponentType<{ user: User; onLeave: (isSaved: boolean) => void; pending?: ReactNode }>
}

/** Group and entry are two parts of one card. */
const partClass = 'p-4 sm:p-6'

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
    <SkeletonGroup label={t('start.pending')} className={partClass}>
      <SkeletonText lines={4} />
    </SkeletonGroup>
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

const MemberEntry = ({ user, code, groupId, PasswordForm }: InviteEntryProps & { user: User }) => {
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
          className={`${buttonClass({ variant: 'primary' })} self-start max-sm:w-full`}
        >
          {t('member.open')}
        </Link>
      </EntryCard>
    )
  }
  if (user.no_password) return <NoPassword user={user} PasswordForm={PasswordForm} />
  return (
    <EntryCard title={t('join.title')}>
      <JoinForm user={user} code={code} groupId={groupId} />
    </EntryCard>
  )
}

/** Users who signed up through the LMS have no password to confirm. */
const NoPassword = ({ user, PasswordForm }: Pick<InviteEntryProps, 'PasswordForm'> & { user: User }) => {
  const { t, i18n } = useTranslation('invite')
  const { data: config } = useQuery(configQuery())
  /** Null until it was open. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const lms = config?.lms
  if (isOpen)
    return (
      <EntryCard title={t('noPassword.set')}>
        <PasswordForm user={user} onLeave={() => setOpen(false)} pending={<SkeletonText lines={4} />} />
      </EntryCard>
    )
  return (
    <EntryCard title={t('noPassword.title')}>
      <p>{t('noPassword.text')}</p>
      {lms && <p>{t('noPassword.lms')}</p>}
      <ButtonRow>
        <Button
          ref={isOpen === false ? focusOnMount : null}
          variant="primary"
          className="max-sm:w-full"
          onClick={() => setOpen(true)}
          disabledReason={user.email_verified ? '' : t('noPassword.unverified')}
        >
          {t('noPassword.set')}
        </Button>
        {lms && (
          <a href={lms.login_url} className={`${buttonClass()} max-sm:w-full`}>
            {t('noPassword.toLms', { name: localize(lms.name, i18n.language) })}
          </a>
        )}
      </ButtonRow>
    </EntryCard>
  )
}

/** Login and registration for guests. The links carry the code, and the next login leads to the group. */
const GuestEntry = ({ code, groupId }: { code: string; groupId: number | undefined }) => {
  const { t } = useTranslation('invite')
  const { endedBecause } = useSession()
  const link = {
    search: { invite: code },
    onClick: () => storage.set('auth_redirect', groupId ? `/group/${groupId}` : '/groups'),
  }
  const linkClass = (variant: 'primary' | 'secondary') =>
    cx(buttonClass({ variant, size: 'lg' }), 'max-w-full max-sm:w-full wrap-anywhere')
  return (
    <EntryCard title={t('guest.title')}>
      {endedBecause === 'expired' && (
        <Banner tone="info" role="alert">
          {t('guest.expired')}
        </Banner>
      )}
      <p className="text-muted">{t('guest.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Link to="/login" {...link} className={linkClass('primary')}>
          {t('guest.logIn')}
        </Link>
        <Link to="/registration" {...link} className={linkClass('secondary')}>
          {t('guest.register')}
        </Link>
      </div>
    </EntryCard>
  )
}

const EntryCard = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`${partClass} flex flex-col gap-4`}>
      <Heading level={2} id={id} className="text-lg">
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** Login is the only request that accepts an invite. A wrong password doesn't end the session: `session.join`. */
const JoinForm = ({ user, code, groupId }: Omit<InviteEntryProps, 'PasswordForm'> & { user: User }) => {
  const { t } = useTranslation('invite')
  const { session } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const { rule, error, wait, ref, setProblem } = useFormProblem<'missing'>()

  const join = async (data: FormData) => {
    const password = String(data.get('password') ?? '').trim()
    if (!password) return setProblem({ rule: 'missing' })
    setPending(true)
    setProblem(null)
    try {
      await session.join({ username: user.username, password, invite: code })
      announce(t('join.done'))
      // Not refetched here: it would briefly show "already in this group" before the navigation.
      void queryClient.invalidateQueries({ queryKey: groupListQuery().queryKey, refetchType: 'none' })
      await (groupId
        ? navigate({ to: '/group/$groupId', params: { groupId }, replace: true })
        : navigate({ to: '/groups', replace: true }))
    } catch (failed) {
      setProblem({ error: failed })
    } finally {
      setPending(false)
    }
  }
  return (
    <FormShell
      ref={ref}
      pending={isPending}
      error={error ? errorMessage(error) : null}
      onSubmit={join}
      aria-label={t('join.title')}
    >
      <p>
        <span>{t('join.as')}</span>{' '}
        <bdi translate="no" className="font-medium [overflow-wrap:anywhere]">
          {user.username}
        </bdi>
        <span>{`. ${t('join.text')}`}</span>
      </p>
      {!user.email_verified && <p className="text-sm text-muted">{t('join.unverified')}</p>}
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <PasswordField
        name="password"
        label={t('join.password')}
        isRequired
        autoComplete="current-password"
        error={rule && fieldErrorMessage(rule)}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-start max-sm:w-full"
        isPending={isPending}
        disabledReason={retryReason(wait)}
      >
        {t('join.submit')}
      </Button>
    </FormShell>
  )
}

// Keeps stacked combining marks inside their lines.
const userText = 'overflow-hidden [overflow-wrap:anywhere]'

/** What visitors may see of a group before joining. */
export const InvitedGroup = ({ group }: { group: InviteGroup }) => {
  const { t } = useTranslation(['invite', 'groups'])
  const dates = formatGroupDates(group, getGroupPhase(group, serverClock.now()))
  return (
    <section aria-label={t('group.label')} className={`${partClass} flex flex-col gap-3`}>
      {group.is_exam && (
        <Badge tone="accent" icon={<GraduationCap />} className="self-start">
          {t('badge.exam', { ns: 'groups' })}
        </Badge>
      )}
      <Heading level={2} className={`font-display text-xl ${userText}`}>
        {group.name ? <bdi>{group.name}</bdi> : t('notice.title')}
      </Heading>
      {group.description && (
        <p className={`whitespace-pre-line text-muted ${userText}`}>
          <bdi>{group.description}</bdi>
        </p>
      )}
      {dates && (
        <p className="flex items-center gap-1.5 text-sm text-muted">
          <CalendarDays className="size-4 shrink-0" />
          <span>{dates}</span>
        </p>
      )}
    </section>
  )
}

const MAX_SHOWN_LENGTH = 128

/** An invalid invite, with a form for another code. Not a 404 page. */
export const BadInvite = ({ code, form }: { code: string; form: ReactNode }) => {
  const { t } = useTranslation(['invite', 'errors'])
  const sentence = t('Group with this invite code not found', { ns: 'errors' })
  // The URL may contain any text in place of a code.
  const shownCode = code.length > MAX_SHOWN_LENGTH ? `${code.slice(0, MAX_SHOWN_LENGTH)}…` : code
  // The next invalid code changes nothing visible.
  useAnnounceChange(code, sentence)
  return (
    <Card padding="lg">
      <Outcome tone="warning" title={sentence} action={form} takesFocus={false}>
        <p className="overflow-hidden text-muted">
          <span>{t('code.label')}</span>
          <bdi translate="no" className="font-mono [overflow-wrap:anywhere]">
            {shownCode}
          </bdi>
        </p>
        <p>{t('bad.text')}</p>
      </Outcome>
    </Card>
  )
}
