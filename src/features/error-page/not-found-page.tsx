import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useBack } from '../../lib/use-back'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'
import { toDisplayPath } from './display-path'
import { ParentLink } from './parent-link'

/** Shown for any unknown path; shows the path as text. */
export const NotFoundPage = () => {
  const { t } = useTranslation(['common', 'errors'])
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  useDocumentTitle(t('page.notFound'))
  return (
    <ErrorPage
      title={t('title.404', { ns: 'errors' })}
      status={t('status', { ns: 'errors', status: 404 })}
      message={
        <>
          <p>{t('notFoundPath', { ns: 'errors' })}</p>
          <p className="my-2 font-mono text-sm break-all text-text">
            <bdi>{toDisplayPath(path)}</bdi>
          </p>
          <p>{t('hint.404', { ns: 'errors' })}</p>
        </>
      }
      actions={
        <>
          <ParentLink path={path} isPrimary />
          <Button onClick={back}>{t('goBack')}</Button>
        </>
      }
    />
  )
}
