import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner'
import { useRunningLab } from './use-running-lab'

/** Shown in the logout confirmation. */
export const LabLogoutWarning = () => {
  const { t } = useTranslation('lab')
  return useRunningLab() && <Banner tone="warning">{t('logout.warning')}</Banner>
}
