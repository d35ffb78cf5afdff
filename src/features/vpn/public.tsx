import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../i18n/lazy-component'
import { Button } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { Skeleton } from '../../ui/skeleton'

const VpnConfigButton = lazyComponent(
  () => import('./vpn-config-button').then(part => part.VpnConfigButton),
  'account',
)

export const preloadVpnConfig = VpnConfigButton.preload

export const LazyVpnConfig = ({ onSaved }: { onSaved?: () => void }) => {
  const { t } = useTranslation('common')
  return (
    <ErrorBoundary fallback={retry => <Button onClick={retry}>{t('retry')}</Button>}>
      <VpnConfigButton pending={<Skeleton className="h-control" />} {...(onSaved && { onSaved })} />
    </ErrorBoundary>
  )
}
