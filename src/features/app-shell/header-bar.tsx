import { useIsFetching } from '@tanstack/react-query'
import { Link, useMatch } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { storage } from '../../lib/storage'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { Header } from '../../ui/header'
import { Logo } from '../../ui/logo'
import { TopProgress } from '../../ui/top-progress'
import { LanguageMenu } from './language-menu'
import { BackButton, MemberLinks } from './member-links'
import { ThemeMenu } from './theme-menu'
import { useHasLeaderboard } from './use-has-leaderboard'

/** What other features put into the header; the routes fill it, because no feature imports a feature. */
export interface HeaderSlots {
  /** The running lab with its minutes left, on every page. */
  labPill?: ReactNode
  feedback: ReactNode
  profileMenu: ReactNode
}

/**
 * At 320 px there is room for the mark, the pill of a lab and what else stays. The pill comes after the page, so the words
 * give way before it is known whether it does: nothing moves under a finger.
 */
const giveWay = 'max-lg:[&>:last-child]:sr-only'

/** The header of the specification's §2; its order never changes, so that hands learn it. */
export const HeaderBar = ({ labPill, feedback, profileMenu }: HeaderSlots) => {
  const { t } = useTranslation('common')
  const isFetching = useIsFetching() > 0
  const { user, status } = useSession()
  // A kept token says that a member is on the way: what every member has stands where it will, and nothing moves later.
  const isMember = user !== null || (status === 'starting' && storage.get('token') !== null)
  return (
    <Header
      start={
        <>
          <Link
            to="/"
            className={cx(
              'flex min-h-control items-center rounded-control',
              // Beside links, where it would leave a gap, the name never gives way.
              isMember ? 'shrink-0' : 'min-w-6',
            )}
          >
            <Logo name={t('product')} className={isMember ? giveWay : undefined} />
          </Link>
          {isMember && (
            <nav aria-label={t('nav.label')} className="hidden items-center gap-1 md:flex">
              <MemberLinks />
            </nav>
          )}
          {isMember && <BackButton />}
        </>
      }
      end={
        <>
          {labPill}
          {user && <LeaderboardLink />}
          {user && <div className="hidden md:block">{feedback}</div>}
          <div className={isMember ? 'hidden items-center gap-1 md:flex' : 'flex items-center gap-1'}>
            <LanguageMenu />
            <ThemeMenu />
          </div>
          {user ? profileMenu : isMember && <AvatarRoom />}
          {/* Not before it is known who is here, or the button would flash at every member. */}
          {status === 'anonymous' && <LoginLink />}
        </>
      }
      // Nothing of a page may stand outside its landmarks.
      below={<TopProgress isActive={isFetching} label={t('loading')} />}
    />
  )
}

/** As wide as the button that it is kept for. */
const AvatarRoom = () => <span aria-hidden className="size-8 pointer-coarse:w-control" />

const LeaderboardLink = () => {
  const { t } = useTranslation('common')
  const groupId = useHasLeaderboard()
  if (groupId === null) return null
  return (
    <Link
      to="/group/$groupId/leaderboard"
      params={{ groupId }}
      className={cx(buttonClass({ variant: 'quiet' }), 'max-lg:w-control max-lg:px-0')}
    >
      <Trophy aria-hidden className="size-5" />
      <span className="max-lg:sr-only">{t('nav.leaderboard')}</span>
    </Link>
  )
}

/** From the page of an invite that is good the code goes along, and the login lands in the group, as by the page's own link. */
const LoginLink = () => {
  const { t } = useTranslation('common')
  const page = useMatch({ from: '/_public/invite/$code', shouldThrow: false })
  const group = page?.loaderData
  return (
    <Link
      to="/login"
      search={page && group ? { invite: page.params.code } : {}}
      onClick={() => group && storage.set('auth_redirect', `/group/${group.id}`)}
      className={buttonClass({ variant: 'primary' })}
    >
      {t('nav.login')}
    </Link>
  )
}
