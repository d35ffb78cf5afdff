import { useRouter, useRouterState } from '@tanstack/react-router'
import { useSession } from '../../api/use-session'
import { lazyComponent } from '../../i18n/lazy-component'
import { LoadFailedToast } from '../../i18n/load-failed-toast'
import { useOnUnmount, useSubscription } from '../../lib/hooks'
import { shortcutsDialog, useShortcut, useSubmitKey } from '../../lib/shortcuts'
import { useStore } from '../../lib/store'
import { ErrorBoundary } from '../../ui/error-boundary'
import { logicalParent } from './use-back'

const ShortcutsDialog = lazyComponent(
  async () => (await import('./shortcuts-dialog')).ShortcutsDialog,
  'shortcuts',
)

/** Global shortcuts and the shortcuts dialog. Mounted once outside the pages. */
export const ShortcutsHost = () => {
  const router = useRouter()
  const { user } = useSession()
  const path = useRouterState({ select: state => state.location.pathname })
  const isOpen = useStore(shortcutsDialog)
  const parent = logicalParent(path).path
  useShortcut('help', shortcutsDialog.open)
  // For guests every parent page redirects to the login they may be filling in.
  useShortcut('up', () => void router.navigate({ href: parent }), user !== null && parent !== path)
  useSubmitKey()
  // The list belongs to the page it was opened on.
  useSubscription(close => router.subscribe('onBeforeNavigate', close), shortcutsDialog.close)
  useOnUnmount(shortcutsDialog.close)
  if (!isOpen) return null
  return (
    <ErrorBoundary fallback={() => <LoadFailedToast id="shortcuts" onShown={shortcutsDialog.close} />}>
      <ShortcutsDialog />
    </ErrorBoundary>
  )
}
