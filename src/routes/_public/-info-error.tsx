import type { ErrorComponentProps } from '@tanstack/react-router'
import { ConfigError } from '../../api/config-error'
import { PendingPage } from '../../features/app-shell/pending-page'
import { RouteErrorPage } from '../../features/error-page/route-error-page'
import { lazyPart } from '../../i18n/lazy-part'
import { SectionBoundary } from '../../ui/section-boundary'

const ConfigErrorPage = lazyPart(
  () => import('../../features/config-error/config-error-page').then(part => part.ConfigErrorPage),
  'info',
)

/** Fetches what explains a wrong `config.json` before its page is shown, so that its heading is there for the focus. */
export const withConfigError = async (screen: Promise<void>): Promise<void> => {
  try {
    await screen
  } catch (error) {
    if (error instanceof ConfigError) await ConfigErrorPage.preload().catch(() => {})
    throw error
  }
}

/** For a page that has nothing to show without `config.json`. */
export const InfoErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  const failure = <RouteErrorPage error={error} />
  if (!(error instanceof ConfigError)) return failure
  return (
    <SectionBoundary failed={() => failure}>
      <ConfigErrorPage error={error} pending={<PendingPage />} />
    </SectionBoundary>
  )
}
