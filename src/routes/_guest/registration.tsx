import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InviteNotice } from '../../features/auth/invite-notice'
import { parseInviteSearch } from '../../features/auth/invite-search'
import { LoginFlags, LoginPicture } from '../../features/auth/login-picture'
import { RegistrationDone } from '../../features/auth/registration-done'
import { RegistrationForm } from '../../features/auth/registration-form'
import type { Account } from '../../features/auth/use-registration'
import { Page } from '../../features/shell/page'
import { ReservedNoticeSpace } from '../../features/shell/reserved-notice-space'
import { loadMessages } from '../../i18n/init'
import { useIsClient } from '../../lib/hydration'
import { Card } from '../../ui/card'

export const Route = createFileRoute('/_guest/registration')({
  staticData: { namespaces: ['registration'] },
  codeSplitGroupings: [['component']],
  validateSearch: parseInviteSearch,
  loaderDeps: ({ search }) => ({ hasInvite: search.invite !== undefined || search.badInvite }),
  loader: ({ deps }) => loadMessages('registration', ...(deps.hasInvite ? (['invite'] as const) : [])),
  component: RegistrationPage,
})

function RegistrationPage() {
  const { t } = useTranslation('registration')
  const given = Route.useSearch()
  // Prerendered without search parameters; they apply after hydration.
  const search = useIsClient() ? given : {}
  const { invite, badInvite = false } = search
  const isInvited = invite !== undefined || badInvite
  const [account, setAccount] = useState<Account | null>(null)
  const [wrongEmail, setWrongEmail] = useState<string>()
  if (account) {
    const changeEmail = () => {
      setWrongEmail(account.email)
      setAccount(null)
    }
    return (
      <Page title={t('done.title')}>
        <Card padding="lg">
          <RegistrationDone account={account} invite={invite} onChangeEmail={changeEmail} />
        </Card>
      </Page>
    )
  }
  return (
    <div className="relative flex flex-col gap-6 xl:-left-[15rem]">
      <LoginFlags />
      <Page title={t('title')} lead={t('lead')}>
        <ReservedNoticeSpace isReserved={isInvited}>
          {isInvited && <InviteNotice code={invite ?? null} />}
        </ReservedNoticeSpace>
        <Card padding="lg">
          <RegistrationForm invite={invite} email={wrongEmail} onDone={setAccount} />
          <p className="mt-6 text-sm">
            <span>{t('haveAccount')}</span>{' '}
            <Link to="/login" search={search} className="inline-block py-1">
              {t('toLogin')}
            </Link>
          </p>
        </Card>
      </Page>
      <LoginPicture>{t('promise')}</LoginPicture>
    </div>
  )
}
