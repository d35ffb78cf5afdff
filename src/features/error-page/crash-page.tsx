import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'

/**
 * A page that broke: the top-level failure of the specification's §2. It says nothing of the error, which may hold
 * anything. Drafts are in storage and survive the reload.
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
