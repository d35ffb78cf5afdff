import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { logicalParent } from '../../lib/logical-parent'
import { useBack } from '../../lib/use-back'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ErrorPage } from '../../ui/error-page'

const longestShownPath = 80

/** Any path outside the route table (specification §2); names the path as text. */
export const NotFoundPage = () => {
  const { t } = useTranslation(['common', 'errors'])
  const router = useRouter()
  const path = router.state.location.pathname
  const shown = path.length > longestShownPath ? `${path.slice(0, longestShownPath)}…` : path
  const back = useBack()
  useDocumentTitle(t('page.notFound'))
  return (
    <ErrorPage
      title={t('title.404', { ns: 'errors' })}
      status={404}
      message={
        <>
          {t('notFoundPath', { ns: 'errors', path: shown })} {t('hint.404', { ns: 'errors' })}
        </>
      }
      actions={
        <>
          <Button onClick={back}>{t('goBack')}</Button>
          <Link to={logicalParent(path).path} className={buttonClass({ variant: 'primary' })}>
            {t('home')}
          </Link>
        </>
      }
    />
  )
}
