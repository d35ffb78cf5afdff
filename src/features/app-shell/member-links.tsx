import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBack } from '../../lib/use-back'
import { headerLinkClass } from '../../ui/header'
import { IconButton } from '../../ui/icon-button'

/** The links of a signed-in person: in the header, and on narrow screens in the account menu. */
export const MemberLinks = ({ onFollow }: { onFollow?: () => void }) => {
  const { t } = useTranslation('common')
  const path = useRouterState({ select: state => state.location.pathname })
  return (
    <>
      {path === '/groups' ? (
        <span aria-current="page" className={headerLinkClass({ isCurrent: true })}>
          {t('nav.myEducation')}
        </span>
      ) : (
        <Link to="/groups" className={headerLinkClass()} onClick={onFollow}>
          {t('nav.myEducation')}
        </Link>
      )}
      <Link
        to="/competencies/{-$userId}"
        // Named, or the page of another person would lead to itself.
        params={{ userId: undefined } as { userId?: never }}
        // Another person's competencies are not the own ones.
        activeOptions={{ exact: true }}
        className={headerLinkClass({ isCurrent: path === '/competencies' })}
        onClick={onFollow}
      >
        {t('nav.myProfile')}
      </Link>
    </>
  )
}

/** Back in the history, else to the page above; home has nowhere to go back to. */
export const BackButton = () => {
  const { t } = useTranslation('common')
  const isHome = useRouterState({ select: state => state.location.pathname === '/' })
  const back = useBack()
  return isHome ? null : <IconButton label={t('nav.back')} icon={<ArrowLeft aria-hidden />} onClick={back} />
}
