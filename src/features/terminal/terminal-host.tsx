import { useMatch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { partText } from '../../i18n/error-text'
import { lazyPart } from '../../i18n/lazy-part'
import { userKey } from '../../lib/user-key'
import { Button } from '../../ui/button'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { terminalStore } from './terminal-store'
import { useTerminalAsk } from './use-terminal-task'

const TerminalDock = lazyPart(async () => (await import('./terminal-dock')).TerminalDock, 'terminal')

/**
 * The terminal's frame, above the router so that it outlives a page; hidden where it is not asked for. Nothing of it is
 * fetched before that, and nothing passes to the next person.
 */
export const TerminalHost = () => {
  const { user } = useSession()
  return user && <Host key={userKey(user)} />
}

const Host = () => {
  const match = useMatch({ from: '/_protected/group/$groupId/task/$taskId', shouldThrow: false })
  const ask = useTerminalAsk()
  useEffect(() => terminalStore.close, [])
  // Not before its page stands, whose bar is below it.
  const isAsked = match?.status === 'success' && match.search.pane === 'terminal'
  const place = isAsked ? match.params : null
  if (!place && !ask.target) return null
  return (
    <SectionBoundary failed={retry => place && <DockFailed onRetry={retry} />}>
      <TerminalDock place={place} />
    </SectionBoundary>
  )
}

const DockFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface p-4">
      <SectionError title={partText()} action={<Button onClick={onRetry}>{t('retry')}</Button>} />
    </div>
  )
}
