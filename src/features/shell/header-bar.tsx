import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Link, useMatch, useRouterState } from '@tanstack/react-router'
import { ArrowLeft, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isClientError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { useSession } from '../../api/use-session'
import { parseId } from '../../lib/route-params'
import { storage } from '../../lib/storage'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { Header, headerLinkClass } from '../../ui/header'
import { IconButton } from '../../ui/icon-button'
import { Logo } from '../../ui/logo'
import { TopProgress } from '../../ui/progress'
import { LanguageMenu, ThemeMenu } from './header-menus'
import { useBack } from './use-back'

/** At 320 px the lab pill, which loads later, needs the space of the product name. */
const hideNameOnNarrow = 'max-lg:[&>:last-child]:sr-only'

interface HeaderBarProps {
  /** The running lab with its minutes left, on every page. */
  labPill: ReactNode
  feedback: ReactNode
  profileMenu: ReactNode
}

/** The order of its elements never changes. */
export const HeaderBar = ({ labPill, feedback, profileMenu }: HeaderBarProps) => {
  const { t } = useTranslation('common')
  const isFetching = useIsFetching() > 0
  const { user, status } = useSession()
  // A stored token means that a session is being restored: show the member layout now, so nothing shifts
  // later.
  const isMember = user !== null || (status === 'starting' && storage.get('token') !== null)
  return (
    <Header
      start={
        <>
          <Link
            to="/"
            className={cx(
              'flex min-h-control items-center rounded-control',
              // Beside links the name must not shrink.
              isMember ? 'shrink-0' : 'min-w-6',
            )}
          >
            <Logo name={t('product')} className={isMember ? hideNameOnNarrow : undefined} />
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
          {user ? profileMenu : isMember && <AvatarPlaceholder />}
          {/* Not while the session is being restored, or it would flash. */}
          {status === 'anonymous' && <LoginLink />}
        </>
      }
      // All content must be inside a landmark.
      below={<TopProgress isActive={isFetching} label={t('loading')} />}
    />
  )
}

/** As wide as the profile button. */
const AvatarPlaceholder = () => <span aria-hidden className="size-8 pointer-coarse:w-control" />

const LeaderboardLink = () => {
  const { t } = useTranslation('common')
  const groupId = useLeaderboardGroupId()
  if (groupId === null) return null
  return (
    <Link
      to="/group/$groupId/leaderboard"
      params={{ groupId }}
      className={cx(buttonClass({ variant: 'quiet' }), 'max-lg:w-control max-lg:px-0')}
    >
      <Trophy className="size-5" />
      <span className="max-lg:sr-only">{t('nav.leaderboard')}</span>
    </Link>
  )
}

/** On a valid invite page the link carries the invite code, and the login leads to the group. */
const LoginLink = () => {
  const { t } = useTranslation('common')
  const page = useMatch({ from: '/_public/invite/$code', shouldThrow: false })
  const group = page?.loaderData
  return (
    <Link
      to="/login"
      search={page && group ? { invite: page.params.code } : {}}
      onClick={() => group && storage.set('auth_redirect', `/group/${group.id}`)}
      className={buttonClass()}
    >
      {t('nav.login')}
    </Link>
  )
}

const groupPathPattern = /^\/group\/([^/]+)/

/** Null on other paths, or if the group hides it or denied access. Reads the cache and makes no request. */
const useLeaderboardGroupId = (): number | null => {
  const path = useRouterState({ select: state => state.location.pathname })
  const groupId = parseId(groupPathPattern.exec(path)?.[1] ?? '')
  const { data: group, error } = useQuery({ ...groupQuery(groupId ?? 0), enabled: false })
  if (groupId === null || !group || group.hide_leaderboard || isClientError(error)) return null
  return groupId
}

/** Links for signed-in users: in the header, and on narrow screens in the account menu. */
export const MemberLinks = ({ onNavigate }: { onNavigate?: () => void }) => {
  const { t } = useTranslation('common')
  const path = useRouterState({ select: state => state.location.pathname })
  return (
    <>
      {path === '/groups' ? (
        <span aria-current="page" className={headerLinkClass({ isCurrent: true })}>
          {t('nav.myEducation')}
        </span>
      ) : (
        <Link to="/groups" className={headerLinkClass()} onClick={onNavigate}>
          {t('nav.myEducation')}
        </Link>
      )}
      <Link
        to="/competencies/{-$userId}"
        // Explicit: on the page of another user the link would keep their id.
        params={{ userId: undefined } as { userId?: never }}
        // The competencies of another user must not mark it as current.
        activeOptions={{ exact: true }}
        className={headerLinkClass({ isCurrent: path === '/competencies' })}
        onClick={onNavigate}
      >
        {t('nav.myProfile')}
      </Link>
    </>
  )
}

/** Goes back in history, else to the parent page. Home has none. */
const BackButton = () => {
  const { t } = useTranslation('common')
  const isHome = useRouterState({ select: state => state.location.pathname === '/' })
  const back = useBack()
  return isHome ? null : (
    <IconButton label={t('nav.back')} icon={<ArrowLeft className="size-6" />} onClick={back} />
  )
}
