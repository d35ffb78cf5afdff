import { useMatch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { chunkErrorMessage } from '../../i18n/error-messages'
import { lazyComponent } from '../../i18n/lazy-component'
import { useOnUnmount } from '../../lib/hooks'
import { userKey } from '../../lib/user'
import { Button } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SectionError } from '../../ui/section-error'
import { terminalStore, useTerminalStore } from './terminal-store'

const TerminalDock = lazyComponent(async () => (await import('./terminal-dock')).TerminalDock, 'terminal')

/** Above the router, so that a session outlives its page. Lazy; keyed by user. */
export const TerminalHost = () => {
  const { user } = useSession()
  return user && <Host key={userKey(user)} />
}

const Host = () => {
  const match = useMatch({ from: '/_protected/group/$groupId/task/$taskId', shouldThrow: false })
  const terminal = useTerminalStore()
  useOnUnmount(terminalStore.close)
  // The dock stands on the page's bottom bar, so wait for the page.
  const isShown = match?.status === 'success' && match.search.pane === 'terminal'
  const taskParams = isShown ? match.params : null
  if (!taskParams && !terminal.target) return null
  return (
    <ErrorBoundary fallback={retry => taskParams && <DockFailed onRetry={retry} />}>
      <TerminalDock taskParams={taskParams} />
    </ErrorBoundary>
  )
}

const DockFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface p-4">
      <SectionError title={chunkErrorMessage()} action={<Button onClick={onRetry}>{t('retry')}</Button>} />
    </div>
  )
}
