import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'
import { useRunningLab } from './use-running-lab'

/** A line for the question before a logout, while a lab runs. */
export const LabLogoutWarning = () => {
  const { t } = useTranslation('lab')
  return useRunningLab() && <Banner tone="warning">{t('logout.warning')}</Banner>
}
