import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../api/config'
import { Page } from '../../features/shell/page'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

interface InfoPageProps {
  title: string
  lead: ReactNode
  config: Config
  children: ReactNode
}

/** A page that shows a part of `config.json` and can be printed. It says if the values are samples. */
export const InfoPage = ({ title, lead, config, children }: InfoPageProps) => {
  const { t } = useTranslation('info')
  return (
    <div className="flex w-full flex-col gap-6">
      <Page
        title={title}
        lead={lead}
        actions={
          <span data-no-print>
            <Button icon={<Printer />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          </span>
        }
      >
        {config.is_sample && (
          <Banner tone="warning" title={t('sample.title')}>
            {t('sample.text')}
          </Banner>
        )}
        {children}
      </Page>
    </div>
  )
}
