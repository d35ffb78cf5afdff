import type { ErrorComponentProps } from '@tanstack/react-router'
import { ConfigError } from '../../api/config-error'
import { PendingPage } from '../../features/app-shell/pending-page'
import { RouteErrorPage } from '../../features/error-page/route-error-page'
import { lazyComponent } from '../../i18n/lazy-component'
import { ErrorBoundary } from '../../ui/error-boundary'

const ConfigErrorPage = lazyComponent(
  () => import('../../features/config-error/config-error-page').then(part => part.ConfigErrorPage),
  'info',
)

/** Preloads the page for an invalid `config.json` before it renders, so its heading can take focus. */
export const preloadConfigError = async (routeData: Promise<void>): Promise<void> => {
  try {
    await routeData
  } catch (error) {
    if (error instanceof ConfigError) await ConfigErrorPage.preload().catch(() => {})
    throw error
  }
}

/** For pages that need `config.json`. */
export const InfoErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  const failure = <RouteErrorPage error={error} />
  if (!(error instanceof ConfigError)) return failure
  return (
    <ErrorBoundary fallback={() => failure}>
      <ConfigErrorPage error={error} pending={<PendingPage />} />
    </ErrorBoundary>
  )
}
