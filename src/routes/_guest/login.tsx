import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../api/session'
import { parseInviteSearch } from '../../features/auth/invite-search'
import { LmsLink } from '../../features/auth/lms-link'
import { LazyInviteNotice, LoginForm, PersonaList } from '../../features/auth/login-form'
import { LoginFlags, LoginPicture } from '../../features/auth/login-picture'
import { Page } from '../../features/shell/page'
import { ReservedNoticeSpace } from '../../features/shell/reserved-notice-space'
import { loadMessages } from '../../i18n/init'
import { useIsClient } from '../../lib/hydration'
import { storage } from '../../lib/storage'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'

export const Route = createFileRoute('/_guest/login')({
  staticData: { namespaces: ['auth'] },
  codeSplitGroupings: [['component']],
  validateSearch: parseInviteSearch,
  loaderDeps: ({ search }) => ({ isInvited: search.invite !== undefined || search.badInvite }),
  loader: ({ deps }) => (deps.isInvited ? loadMessages('auth', 'invite') : loadMessages('auth')),
  component: LoginPage,
})

function LoginPage() {
  const { t } = useTranslation('auth')
  const { session, personas, lmsLoginUrl } = Route.useRouteContext()
  const search = Route.useSearch()
  // Prerendered without search parameters and session; they apply after hydration.
  const isClient = useIsClient()
  const { invite, badInvite = false } = isClient ? search : {}
  // Once the form says that the code is invalid, the notice above need not.
  const [refused, setRefused] = useState<string>()
  const isRefused = invite !== undefined && invite === refused
  const isInvited = invite !== undefined || badInvite
  const reason = isClient && !isInvited ? getReason(session) : null
  return (
    <div className="relative flex flex-col gap-6 xl:-left-[15rem]">
      <LoginFlags />
      <Page title={t('login.title')} lead={t('login.lead')}>
        {!isRefused && (
          <ReservedNoticeSpace isReserved={isInvited || reason !== null}>
            {isInvited && <LazyInviteNotice code={invite ?? null} />}
            {reason && (
              <Banner tone={reason === 'noCookies' ? 'warning' : 'info'}>{t(`login.${reason}`)}</Banner>
            )}
          </ReservedNoticeSpace>
        )}
        {/* A build constant, so that production has no code for it. */}
        {import.meta.env.VITE_MOCKS === 'on' && personas.length > 0 && (
          <PersonaList session={session} personas={personas} invite={invite} />
        )}
        <Card padding="lg">
          <LoginForm session={session} invite={invite} onInviteRefused={() => setRefused(invite)} />
          <p className="mt-6 flex flex-wrap items-baseline gap-x-4 gap-y-2 text-sm">
            <Link to="/reset-password" className="py-0.5">
              {t('login.forgot')}
            </Link>
            <span>
              <span>{t('login.noAccount')}</span>{' '}
              <Link to="/registration" search={isClient ? search : {}}>
                {t('login.register')}
              </Link>
            </span>
          </p>
          {/* Last: it loads later, and nothing below may move. */}
          <div className="mt-6 flex flex-col gap-2 border-t border-line pt-6 empty:hidden">
            <LmsLink
              loginUrl={lmsLoginUrl}
              buttonStyle={{ isBlock: true }}
              note={
                invite !== undefined &&
                !isRefused && <p className="text-xs text-muted">{t('lms.inviteNote')}</p>
              }
            />
          </div>
        </Card>
      </Page>
      <LoginPicture>{t('login.promise')}</LoginPicture>
    </div>
  )
}

/** Why the visitor was redirected here, if so. */
const getReason = (session: Session): 'expired' | 'noCookies' | 'redirected' | null => {
  const { endedBecause } = session.getState()
  if (endedBecause === 'expired' || endedBecause === 'noCookies') return endedBecause
  const wanted = storage.get('auth_redirect')
  return wanted && wanted !== '/' ? 'redirected' : null
}
