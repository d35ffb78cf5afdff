import type { ErrorComponentProps } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ConfigError } from '../../api/config-error'
import { ConfigErrorPage } from '../../features/config-error/config-error-page'
import { RouteErrorPage } from '../../features/error-page/route-error-page'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** For a page that has nothing to show without `config.json`. */
export const InfoErrorPage = (props: ErrorComponentProps) =>
  props.error instanceof ConfigError ? <ConfigErrorPage error={props.error} /> : <RouteErrorPage {...props} />

/** Says that the values are made up; on paper too. */
export const SampleNotice = () => {
  const { t } = useTranslation('info')
  return (
    <Banner tone="warning" title={t('sample.title')}>
      {t('sample.text')}
    </Banner>
  )
}

export const PrintButton = () => {
  const { t } = useTranslation('info')
  return (
    <span data-no-print>
      <Button icon={<Printer className="size-4" aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </span>
  )
}
