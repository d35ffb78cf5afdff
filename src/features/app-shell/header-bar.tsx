import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { buttonClass } from '../../ui/button-class'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { AccountMenu } from './account-menu'
import { LanguageMenu } from './language-menu'
import { BackButton, MemberLinks } from './member-links'
import { ThemeMenu } from './theme-menu'
import { useHasLeaderboard } from './use-has-leaderboard'

/** The header of the specification's §2; its order never changes, so that hands learn it. */
export const HeaderBar = ({ labPill }: { labPill?: ReactNode }) => {
  const { t } = useTranslation('common')
  const { user, status } = useSession()
  return (
    <Header
      start={
        <>
          <Link to="/" className="rounded-control">
            <Logo name={t('product')} />
          </Link>
          {user && (
            <nav aria-label={t('nav.label')} className="hidden items-center gap-1 md:flex">
              <MemberLinks />
            </nav>
          )}
          {user && <BackButton />}
        </>
      }
      end={
        <>
          {labPill}
          {user && <LeaderboardLink />}
          <div className={user ? 'hidden items-center gap-1 md:flex' : 'flex items-center gap-1'}>
            <LanguageMenu />
            <ThemeMenu />
          </div>
          {user && <AccountMenu user={user} />}
          {/* Not before it is known who is here, or the button would flash at every member. */}
          {status === 'anonymous' && <LoginLink />}
        </>
      }
    />
  )
}

const LeaderboardLink = () => {
  const { t } = useTranslation('common')
  const groupId = useHasLeaderboard()
  if (groupId === null) return null
  return (
    <Link to="/group/$groupId/leaderboard" params={{ groupId }} className={buttonClass({ variant: 'quiet' })}>
      <Trophy aria-hidden className="size-5" />
      <span className="sr-only md:not-sr-only">{t('nav.leaderboard')}</span>
    </Link>
  )
}

const LoginLink = () => {
  const { t } = useTranslation('common')
  return (
    <Link to="/login" className={buttonClass({ variant: 'primary' })}>
      {t('nav.login')}
    </Link>
  )
}
