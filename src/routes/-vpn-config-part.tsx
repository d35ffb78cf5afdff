import { useTranslation } from 'react-i18next'
import { lazyPart } from '../i18n/lazy-part'
import { Button } from '../ui/button'
import { SectionBoundary } from '../ui/section-boundary'
import { Skeleton } from '../ui/skeleton'

const VpnConfigButton = lazyPart(
  () => import('../features/vpn-config/vpn-config-button').then(part => part.VpnConfigButton),
  'account',
)

/** Fetches the code and words of the part; a failure is told where the part stands. */
export const preloadVpnConfig = VpnConfigButton.preload

/** The button that saves the VPN configuration, wherever it is offered. */
export const VpnConfigPart = () => {
  const { t } = useTranslation('common')
  return (
    <SectionBoundary failed={retry => <Button onClick={retry}>{t('retry')}</Button>}>
      <VpnConfigButton isBlock pending={<Skeleton className="h-control" />} />
    </SectionBoundary>
  )
}
