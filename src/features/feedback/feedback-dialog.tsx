import { MessageSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/use-session'
import { chunkErrorMessage } from '../../i18n/error-messages'
import { lazyComponent } from '../../i18n/lazy-component'
import { clock } from '../../lib/clock'
import { canKeep } from '../../lib/drafts'
import { useOnUnmount, useSubscription } from '../../lib/hooks'
import { createStore, useStore } from '../../lib/store'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { type UserKey, userKey } from '../../lib/user'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { ErrorBoundary } from '../../ui/error-boundary'
import { popupLoader } from '../../ui/popup-loader'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import type { FeedbackPrefill } from './model'
import type { FeedbackMemory } from './use-feedback-sending'

/** Loaded when the dialog is about to open: most visits never do. */
const FeedbackPanel = lazyComponent(async () => (await import('./feedback-panel')).FeedbackPanel, 'feedback')

/** Mounted once outside the pages, so it outlives them. Keyed by user: nothing passes to the next one. */
export const FeedbackHost = () => {
  const { user } = useSession()
  return user && <FeedbackDialog key={userKey(user)} userId={userKey(user)} />
}

const FeedbackDialog = ({ userId }: { userId: UserKey }) => {
  const { t } = useTranslation('common')
  const isOpen = useStore(openState)
  const [memory] = useState((): FeedbackMemory => ({ longText: null, file: null, outcome: null }))
  const preventClose = useRef<(() => boolean) | null>(null)
  useOnUnmount(feedbackDialog.close)
  // The file exists in memory only, and so does what no draft can hold.
  const hasUnkept = () => memory.longText !== null && !canKeep(memory.longText)
  useSubscription(unsavedChanges.add, () => memory.file !== null || hasUnkept())
  const change = (next: boolean) => {
    if (next) feedbackDialog.open()
    else if (!preventClose.current?.()) feedbackDialog.close()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={change}
      title={prefill?.title ?? t('nav.feedback')}
      closeLabel={t('close')}
      finalFocus={feedbackDialog.returnTo}
    >
      <ErrorBoundary
        fallback={retry => (
          <SectionError title={chunkErrorMessage()} action={<Button onClick={retry}>{t('retry')}</Button>} />
        )}
      >
        <FeedbackPanel
          pending={
            <SkeletonGroup label={t('loading')}>
              <SkeletonText lines={4} />
            </SkeletonGroup>
          }
          memory={memory}
          prefill={prefill}
          userId={userId}
          preventClose={preventClose}
          onClose={feedbackDialog.close}
        />
      </ErrorBoundary>
    </Dialog>
  )
}

/** Errors are shown by the dialog. */
const preload = () => {
  for (const load of [FeedbackPanel.preload, popupLoader.load]) load().catch(() => {})
}

/** @param onOpen called when the dialog opens, to close the menu that holds the button */
export const FeedbackButton = ({ onOpen }: { onOpen?: () => void }) => {
  const { t } = useTranslation('common')
  const open = () => {
    if (!onOpen) return feedbackDialog.open()
    onOpen()
    // A closing menu returns focus to its trigger; the dialog must take focus after that.
    clock.after(0, feedbackDialog.open)
  }
  return (
    <Button
      variant="quiet"
      icon={<MessageSquare className="size-5" />}
      aria-haspopup="dialog"
      onClick={open}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {/* Icon only where the header is too narrow for the label. */}
      <span className="md:max-lg:sr-only">{t('nav.feedback')}</span>
    </Button>
  )
}

const openState = createStore(false)

let opener: Element | null = null

let prefill: FeedbackPrefill | null = null

const canFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.checkVisibility?.() !== false

/** The prefill stays until the next opening: a closing dialog keeps its title. */
const show = (next: FeedbackPrefill | null): void => {
  prefill = next
  opener = document.activeElement
  openState.set(true)
}

/** Not component state: the layout can unmount while a message is being sent. */
export const feedbackDialog = {
  /** Loads the code, so that the dialog opens without a connection too. */
  preload,
  open: (): void => show(null),
  /** Opens the dialog with a text and a file. A draft and a chosen file of the user stay. */
  openWith: (next: FeedbackPrefill): void => show(next),
  close: (): void => openState.set(false),
  /** The element that opened the dialog, or if it is gone the first visible dialog button of the header. */
  returnTo: {
    get current(): HTMLElement | null {
      if (canFocus(opener)) return opener
      const buttons = document.querySelectorAll('[data-shell] [aria-haspopup="dialog"]')
      return [...buttons].find(canFocus) ?? null
    },
  },
}
