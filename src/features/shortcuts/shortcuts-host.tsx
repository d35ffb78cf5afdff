import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../api/use-session'
import { partText } from '../../i18n/error-text'
import { lazyPart } from '../../i18n/lazy-part'
import { logicalParent } from '../../lib/logical-parent'
import { useShortcut } from '../../lib/shortcuts'
import { shortcutsDialog } from '../../lib/shortcuts-dialog'
import { useSubmitKey } from '../../lib/shortcuts-submit'
import { toast } from '../../lib/toast'
import { SectionBoundary } from '../../ui/section-boundary'

const ShortcutsDialog = lazyPart(
  async () => (await import('./shortcuts-dialog')).ShortcutsDialog,
  'shortcuts',
)

/** The keys that work on every page, and the list of all that work on this one. Stands once, beside the pages. */
export const ShortcutsHost = () => {
  const router = useRouter()
  const { user } = useSession()
  const path = useRouterState({ select: state => state.location.pathname })
  const isOpen = useSyncExternalStore(shortcutsDialog.subscribe, shortcutsDialog.isOpen, () => false)
  const parent = logicalParent(path).path
  useShortcut('help', shortcutsDialog.open)
  // A guest has nothing above: every way up would end at the login they may just be filling in.
  useShortcut('up', () => void router.navigate({ href: parent }), user !== null && parent !== path)
  useSubmitKey()
  // Whatever leads to another page, the list belongs to the one it was opened on.
  useEffect(() => router.subscribe('onBeforeNavigate', shortcutsDialog.close), [router])
  useEffect(() => shortcutsDialog.close, [])
  if (!isOpen) return null
  return (
    <SectionBoundary failed={() => <NotFetched />}>
      <ShortcutsDialog />
    </SectionBoundary>
  )
}

/** Nothing stood where the dialog was to be, so there is no place of its own for saying this. */
const NotFetched = () => {
  useEffect(() => {
    toast.error(partText(), { id: 'shortcuts' })
    shortcutsDialog.close()
  }, [])
  return null
}
