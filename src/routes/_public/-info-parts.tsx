import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/** Says that the values are samples; printed too. */
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
