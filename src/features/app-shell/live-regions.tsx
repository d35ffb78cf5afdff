import { useTranslation } from 'react-i18next'
import { Announcer } from '../../ui/announcer'
import { Toaster } from '../../ui/toaster'

/** The two live regions of the page: one for announcements, one for toasts. */
export const LiveRegions = () => {
  const { t } = useTranslation('common')
  return (
    <>
      <Announcer />
      <Toaster label={t('toasts.label')} closeLabel={t('toast.close')} />
    </>
  )
}
