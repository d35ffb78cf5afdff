import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { drafts } from '../../lib/drafts'
import { focusOnMount, isFocusLost } from '../../lib/focus'
import { useOnChange, useOnUnmount, useSubscription } from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { onPageHidden } from '../../lib/poll-loop'
import { MAX_MESSAGE_LENGTH, truncateMessage } from '../../lib/safe-text'
import { storage } from '../../lib/storage'
import type { UserKey } from '../../lib/user'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { type DroppedFiles, FileDrop } from '../../ui/file-input'
import { FormShell } from '../../ui/form-shell'
import { FeedbackActions, FeedbackFile, FeedbackMessageField } from './feedback-fields'
import {
  addPrefill,
  type ChoiceProblem,
  checkFile,
  type FeedbackPrefill,
  getCursor,
  getMessageLength,
  isBlank,
} from './model'
import { SentList } from './sent-list'
import { storeSentMessage } from './sent-messages'
import { type FeedbackMemory, useFeedbackMessages, useFeedbackSending } from './use-feedback-sending'

interface FeedbackPanelProps {
  memory: FeedbackMemory
  userId: UserKey
  /** Text and file that another feature has prepared; null without. */
  prefill: FeedbackPrefill | null
  /** Called before the dialog closes; true keeps it open. */
  preventClose: RefObject<(() => boolean) | null>
  onClose: () => void
}

/** The content of the feedback dialog: the form, then the confirmation. */
export const FeedbackPanel = ({ memory, userId, prefill, preventClose, onClose }: FeedbackPanelProps) => {
  const { t } = useTranslation('feedback')
  const draft = useFeedbackDraft(userId, memory)
  const chosen = useFeedbackFile(memory, userId, prefill?.file ?? null)
  const [isConfirming, setConfirming] = useState(false)
  const sending = useFeedbackSending(memory.outcome, (text, answer) => {
    storeSentMessage(userId, text, answer)
    draft.clear()
    chosen.choose(null)
    announce(t('sent'))
  })
  const { kind } = sending.state
  const isSending = kind === 'sending'

  useEffect(() => {
    memory.outcome = null
  }, [memory])

  // Closing would cancel the upload, so confirm first (reliability U05).
  useImperativeHandle(preventClose, () => () => {
    draft.flush()
    setConfirming(isSending)
    return isSending
  })

  const cancelAndClose = () => {
    setConfirming(false)
    memory.outcome = sending.stop()
    onClose()
  }
  if (kind === 'sent') return <FeedbackSent onClose={onClose} />
  return (
    <>
      <FeedbackForm draft={draft} chosen={chosen} sending={sending} prefillText={prefill?.text} />
      <SentList />
      <ConfirmDialog
        isOpen={isConfirming && isSending}
        onOpenChange={setConfirming}
        title={t('leave.title')}
        description={t('leave.text')}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        onConfirm={cancelAndClose}
      />
    </>
  )
}

/** The same whatever the server answered. It was announced already, so focus moves to the button. */
const FeedbackSent = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('feedback')
  return (
    <>
      <Banner tone="success">{t('sent')}</Banner>
      <SentList isOpen />
      <Button ref={focusOnMount} variant="primary" onClick={onClose} className="self-end">
        {t('done')}
      </Button>
    </>
  )
}

interface FeedbackFormProps {
  prefillText: string | undefined
  draft: ReturnType<typeof useFeedbackDraft>
  chosen: ReturnType<typeof useFeedbackFile>
  sending: ReturnType<typeof useFeedbackSending>
}

/** Message, file and button. No failure loses what was typed or chosen (reliability U05). */
const FeedbackForm = ({ draft, chosen, sending, prefillText }: FeedbackFormProps) => {
  const { t } = useTranslation('feedback')
  const [initialText] = useState(() => addPrefill(draft.read(), prefillText))
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const messages = useFeedbackMessages({
    text,
    hasFile: chosen.file !== null,
    fileProblem: chosen.problem,
    state: sending.state,
  })
  const isSending = sending.state.kind === 'sending'
  // Focuses the message on open, and the send button when the focused button disappears.
  useEffect(() => {
    const area = field.current
    const at = getCursor(initialText, prefillText)
    area?.focus()
    area?.setSelectionRange(at, at)
  }, [initialText, prefillText])
  useOnChange(isSending, () => {
    if (!isSending && isFocusLost()) button.current?.focus()
  })

  const submit = (data: FormData) => {
    const message = String(data.get('text') ?? '')
    if (isBlank(message) || getMessageLength(message) > MAX_MESSAGE_LENGTH) return
    return sending.send(message, chosen.file)
  }
  /** Editing the part a failure was about clears the failure. */
  const getClearFailure = (target: 'file' | 'text') => {
    if (messages.target === target) sending.reset()
  }
  const changeText = (value: string) => {
    setText(value)
    draft.save(value)
    getClearFailure('text')
  }
  const choose = (files: DroppedFiles | null) => {
    chosen.choose(files)
    getClearFailure('file')
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    // The disabled button shows its reason at a distance from the field, so it is announced too.
    if (messages.disabledReason) announce(messages.disabledReason, 'assertive')
    if (!event.repeat) button.current?.click()
  }
  return (
    <FileDrop onDrop={choose} isDisabled={isSending} invitation={t('file.drop')}>
      <FormShell pending={isSending} error={messages.form} onSubmit={submit} aria-label={t('form')}>
        <FeedbackMessageField
          ref={field}
          initialText={initialText}
          text={text}
          error={messages.text}
          isReadOnly={isSending}
          onType={changeText}
          onKeyDown={submitByKey}
        />
        <FeedbackFile
          file={chosen.file}
          isLost={chosen.isLost}
          error={messages.file}
          disabledReason={isSending ? t('file.busy') : undefined}
          onChoose={file => choose({ files: [file], hasFolder: false })}
          onRemove={() => choose(null)}
        />
        <FeedbackActions
          ref={button}
          state={sending.state}
          onStop={() => {
            sending.stop()
            field.current?.focus()
          }}
          hasFile={chosen.file !== null}
          disabledReason={messages.disabledReason}
          notice={messages.notice}
        />
      </FormShell>
    </FileDrop>
  )
}

const SAVE_DELAY_MS = 300
const LONG_TEXT = 'feedback'

/** The unsent message, stored in local storage under `FeedBack`. */
const createDraft = (userId: UserKey, memory: FeedbackMemory) => {
  let pendingText: string | null = null
  let stop = () => {}

  const flush = (): void => {
    stop()
    if (pendingText === null) return
    const text = pendingText
    pendingText = null
    // Another user has signed in in another tab: this is not their draft.
    if (storage.get('flagship.user') !== String(userId)) return
    memory.longText = getMessageLength(text) > MAX_MESSAGE_LENGTH ? text : null
    // For a reload of this tab: local storage has what can be sent.
    drafts.set(userId, LONG_TEXT, memory.longText ?? '')
    if (text === '') storage.remove('FeedBack')
    else storage.set('FeedBack', truncateMessage(text))
  }

  return {
    read: (): string => memory.longText ?? (drafts.get(userId, LONG_TEXT) || (storage.get('FeedBack') ?? '')),
    /** Stores the text after a pause in typing. */
    save: (text: string): void => {
      stop()
      pendingText = text
      stop = clock.after(SAVE_DELAY_MS, flush)
    },
    /** Stores pending text now. */
    flush,
    clear: (): void => {
      stop()
      pendingText = null
      memory.longText = null
      drafts.set(userId, LONG_TEXT, '')
      storage.remove('FeedBack')
    },
  }
}

/** The draft of the open dialog; flushed when it closes or the page is hidden. */
const useFeedbackDraft = (userId: UserKey, memory: FeedbackMemory) => {
  const [draft] = useState(() => createDraft(userId, memory))
  useSubscription(onPageHidden, draft.flush)
  useOnUnmount(draft.flush)
  return draft
}

/** Whether this tab has a chosen file. A reload loses the file, but not that. */
const FILE_DRAFT = 'feedback.file'

/** Several files or a folder are rejected, because it is unclear which one was meant; a chosen file stays. */
const useFeedbackFile = (memory: FeedbackMemory, userId: UserKey, prefillFile: File | null) => {
  // A prefilled file is not kept when the dialog closes: it can be made again.
  const [file, setFile] = useState(() => memory.file ?? prefillFile)
  const [problem, setProblem] = useState<ChoiceProblem | null>(null)
  const [wasChosen, setChosen] = useState(() => drafts.get(userId, FILE_DRAFT) !== '')
  const keep = (next: File | null) => {
    memory.file = next
    drafts.set(userId, FILE_DRAFT, next ? 'chosen' : '')
    setChosen(next !== null)
    setFile(next)
    setProblem(null)
  }
  /** Null removes the file. */
  const choose = (dropped: DroppedFiles | null) => {
    if (!dropped) return keep(null)
    const [first, second] = dropped.files
    if (dropped.hasFolder) setProblem('folder')
    else if (second) setProblem('several')
    else if (first) {
      const found = checkFile(first)
      if (found) setProblem(found)
      else keep(first)
    }
  }
  return { file, isLost: wasChosen && !file, problem, choose }
}
