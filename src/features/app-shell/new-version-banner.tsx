import { RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { staleChunks } from '../../lib/stale-chunks'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'

/**
 * A part of the page went with the release it belongs to, and a reload would tear something out of the person's hands:
 * so they choose the moment (reliability C05). It comes with the application, for now no file can be fetched.
 */
export const NewVersionBanner = () => {
  const { t } = useTranslation('common')
  const isAsking = useSyncExternalStore(staleChunks.subscribe, staleChunks.isAsking, () => false)
  if (!isAsking) return null
  return (
    <section aria-label={t('newVersion.title')}>
      <Banner
        tone="info"
        icon={<RefreshCw aria-hidden />}
        role="status"
        title={t('newVersion.title')}
        action={
          <Button size="sm" onClick={staleChunks.reload}>
            {t('reload')}
          </Button>
        }
        onDismiss={staleChunks.dismiss}
        dismissLabel={t('newVersion.later')}
        isBleed
      >
        {t('newVersion.part')} {t('newVersion.kept')}
      </Banner>
    </section>
  )
}
