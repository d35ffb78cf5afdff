import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { storage } from '../../lib/storage'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { EntryCard } from './entry-card'

/** One long word is broken on the narrowest phones. */
const wrapping = 'max-w-full wrap-anywhere'

/**
 * The specification's sentence for guests (§8) with both ways in; the code goes along in the address, and the login
 * that follows, now or after the registration, lands in the group.
 */
export const GuestEntry = ({ code, groupId }: { code: string; groupId: number | undefined }) => {
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
