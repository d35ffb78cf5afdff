import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConfigError, ConfigFault } from '../../api/config-error'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useBack } from '../../lib/use-back'
import { useRerunLoaders } from '../../lib/use-rerun-loaders'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ErrorPage } from '../../ui/error-page'
import { WrongFieldList } from './wrong-field-list'

const reasons = {
  missing: 'config.missing',
  page: 'config.page',
  notJson: 'config.notJson',
  tooLarge: 'config.tooLarge',
  fields: 'config.fields',
} as const satisfies Record<ConfigFault, string>

/** In place of a page that needs `config.json` while the file is wrong (design §6): what is wrong, for both readers. */
export const ConfigErrorPage = ({ error }: { error: ConfigError }) => {
  const { t } = useTranslation(['info', 'common'])
  const back = useBack()
  const title = t('config.title')
  useDocumentTitle(title)
  return (
    <ErrorPage
      title={title}
      message={
        <>
          <p>{t('config.lead')}</p>
          <p className="mt-2">{t(reasons[error.fault])}</p>
        </>
      }
      actions={
        <>
          <RetryButton />
          <Button onClick={back}>{t('goBack', { ns: 'common' })}</Button>
          <Link to="/" className={buttonClass()}>
            {t('home', { ns: 'common' })}
          </Link>
        </>
      }
      details={<WrongFieldList error={error} />}
    />
  )
}

const RetryButton = () => {
  const { t } = useTranslation('common')
  const { rerun, isPending } = useRerunLoaders()
  return (
    <Button
      variant="primary"
      data-retry
      icon={<RotateCw className="size-4" aria-hidden />}
      isPending={isPending}
      onClick={rerun}
    >
      {t('retry')}
    </Button>
  )
}
