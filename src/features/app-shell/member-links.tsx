import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBack } from '../../lib/use-back'
import { headerLinkClass } from '../../ui/header'
import { IconButton } from '../../ui/icon-button'

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
export const BackButton = () => {
  const { t } = useTranslation('common')
  const isHome = useRouterState({ select: state => state.location.pathname === '/' })
  const back = useBack()
  return isHome ? null : <IconButton label={t('nav.back')} icon={<ArrowLeft aria-hidden />} onClick={back} />
}
