import { useTranslation } from 'react-i18next'
import { Announcer } from '../../ui/announcer'
import { Toaster } from '../../ui/toaster'

/** The page's two live regions: announcements and toasts. */
export const LiveRegions = () => {
  const { t } = useTranslation('common')
  return (
    <>
      <Announcer />
      <Toaster label={t('toasts.label')} closeLabel={t('toast.close')} />
    </>
  )
}
