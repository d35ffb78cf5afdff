import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api/schema.gen'
import { useSession } from '../../api/use-session'
import { buttonClass } from '../../ui/button-class'
import { Header, headerLinkClass } from '../../ui/header'
import { IconButton } from '../../ui/icon-button'
import { Logo } from '../../ui/logo'
import { AccountMenu } from './account-menu'
import { LanguageMenu } from './language-menu'
import { ThemeMenu } from './theme-menu'
import { useBack } from './use-back'
import { useHasLeaderboard } from './use-has-leaderboard'

/** The header of the specification's §2; its order never changes, so that hands learn it. */
export const HeaderBar = ({ labPill }: { labPill?: ReactNode }) => {
  const { t } = useTranslation('common')
  const { user } = useSession()
  return (
    <Header
      label={t('nav.label')}
      start={
        <>
          <Link to="/" className="rounded-control">
            <Logo name={t('product')} />
          </Link>
          {user && <MemberLinks />}
        </>
      }
      end={
        <>
          {labPill}
          {user && <LeaderboardLink />}
          <LanguageMenu />
          <ThemeMenu />
          {user ? <AccountMenu user={user} /> : <LoginLink />}
        </>
      }
    />
  )
}

const MemberLinks = () => {
  const { t } = useTranslation('common')
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  return (
    <>
      {path === '/groups' ? (
        <span aria-current="page" className={headerLinkClass({ isCurrent: true })}>
          {t('nav.myEducation')}
        </span>
      ) : (
        <Link to="/groups" className={headerLinkClass()}>
          {t('nav.myEducation')}
        </Link>
      )}
      <Link to="/competencies/{-$userId}" params={{}} className={headerLinkClass({ isCurrent: path === '/competencies' })}>
        {t('nav.myProfile')}
      </Link>
      {path !== '/' && <IconButton label={t('nav.back')} icon={<ArrowLeft aria-hidden />} onClick={back} />}
    </>
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
