import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { partText } from '../../i18n/error-text'
import { type UserKey, userKey } from '../../lib/user-key'
import { workInHand } from '../../lib/work-in-hand'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { emptyMemory } from './feedback-memory'
import { feedbackDialog } from './feedback-store'
import { FeedbackPanel } from './lazy-panel'

/**
 * The dialog in which a person writes to the team (specification §2, feedback popup). It stands once, beside the pages, so
 * that it outlives both the page and the menu whose button has opened it. Nothing in it passes to the next person.
 */
export const FeedbackHost = () => {
  const { user } = useSession()
  return user && <FeedbackDialog key={userKey(user)} userId={userKey(user)} />
}

const FeedbackDialog = ({ userId }: { userId: UserKey }) => {
  const { t } = useTranslation('common')
  const isOpen = useSyncExternalStore(feedbackDialog.subscribe, feedbackDialog.isOpen, () => false)
  const [memory] = useState(emptyMemory)
  const keepsOpen = useRef<(() => boolean) | null>(null)
  useEffect(() => feedbackDialog.close, [])
  // The dialog may be closed over what no storage can keep.
  useEffect(() => workInHand.add(() => memory.file !== null || memory.longText !== null), [memory])
  const change = (next: boolean) => {
    if (next) feedbackDialog.open()
    else if (!keepsOpen.current?.()) feedbackDialog.close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={change}
      title={t('nav.feedback')}
      closeLabel={t('close')}
      finalFocus={feedbackDialog.returnTo}
    >
      <SectionBoundary failed={retry => <PanelFailed onRetry={retry} />}>
        <FeedbackPanel
          pending={<PanelToCome />}
          memory={memory}
          userId={userId}
          keepsOpen={keepsOpen}
          onClose={feedbackDialog.close}
        />
      </SectionBoundary>
    </Dialog>
  )
}

const PanelToCome = () => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')}>
      <SkeletonText lines={4} />
    </SkeletonGroup>
  )
}

const PanelFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation(['common', 'errors'])
  return <SectionError title={partText()} action={<Button onClick={onRetry}>{t('retry')}</Button>} />
}
