import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'

/**
 * Shown when a page throws. It says nothing about the error, which may contain anything. Drafts survive the
 * reload.
 */
export const CrashPage = () => {
  const { t } = useTranslation(['common', 'errors'])
  useDocumentTitle(t('page.error'))
  return (
    <ErrorPage
      title={t('page.error')}
      message={t('crash', { ns: 'errors' })}
      actions={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      }
    />
  )
}
