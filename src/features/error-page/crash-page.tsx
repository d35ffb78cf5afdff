import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'

/** The top-level failure of the specification's §2; drafts are in storage and survive the reload. */
export const CrashPage = () => {
  const { t } = useTranslation(['common', 'errors'])
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
