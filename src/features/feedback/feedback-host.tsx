import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { chunkErrorMessage } from '../../i18n/error-messages'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { type UserKey, userKey } from '../../lib/user-key'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { emptyMemory } from './feedback-memory'
import { feedbackDialog } from './feedback-store'
import { FeedbackPanel } from './lazy-panel'

/**
 * The feedback dialog. Mounted once outside the pages, so it outlives the page and the menu that opened it.
 * Keyed by user: nothing passes to the next one.
 */
export const FeedbackHost = () => {
  const { user } = useSession()
  return user && <FeedbackDialog key={userKey(user)} userId={userKey(user)} />
}

const FeedbackDialog = ({ userId }: { userId: UserKey }) => {
  const { t } = useTranslation('common')
  const isOpen = useSyncExternalStore(feedbackDialog.subscribe, feedbackDialog.isOpen, () => false)
  const [memory] = useState(emptyMemory)
  const preventClose = useRef<(() => boolean) | null>(null)
  useEffect(() => feedbackDialog.close, [])
  // The file and an overlong text exist in memory only.
  useEffect(() => unsavedChanges.add(() => memory.file !== null || memory.longText !== null), [memory])
  const change = (next: boolean) => {
    if (next) feedbackDialog.open()
    else if (!preventClose.current?.()) feedbackDialog.close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={change}
      title={t('nav.feedback')}
      closeLabel={t('close')}
      finalFocus={feedbackDialog.returnTo}
    >
      <ErrorBoundary fallback={retry => <PanelFailed onRetry={retry} />}>
        <FeedbackPanel
          pending={<PanelSkeleton />}
          memory={memory}
          userId={userId}
          preventClose={preventClose}
          onClose={feedbackDialog.close}
        />
      </ErrorBoundary>
    </Dialog>
  )
}

const PanelSkeleton = () => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')}>
      <SkeletonText lines={4} />
    </SkeletonGroup>
  )
}

const PanelFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'errors'])
  return <SectionError title={chunkErrorMessage()} action={<Button onClick={onRetry}>{t('retry')}</Button>} />
}
