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

interface LazyVpnConfigProps {
  onSaved?: () => void
  /** At the end of a line that says what is missing. */
  isRow?: boolean
  /** Rows of the profile menu. */
  isInMenu?: boolean
}

export const LazyVpnConfig = (props: LazyVpnConfigProps) => {
  const { t } = useTranslation('common')
  return (
    <ErrorBoundary fallback={retry => <Button onClick={retry}>{t('retry')}</Button>}>
      <VpnConfigButton
        {...props}
        pending={<Skeleton className={props.isRow ? 'h-control w-24' : 'h-control'} />}
      />
    </ErrorBoundary>
  )
}
