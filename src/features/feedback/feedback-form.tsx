import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { getMessageLength, isBlank, MAX_MESSAGE_LENGTH } from '../../lib/feedback-rules'
import { FileDrop } from '../../ui/file-drop'
import { FormShell } from '../../ui/form-shell'
import { FeedbackActions } from './feedback-actions'
import { FeedbackFile } from './feedback-file'
import { FeedbackMessageField } from './feedback-message-field'
import type { FeedbackDraft } from './use-feedback-draft'
import type { useFeedbackFile } from './use-feedback-file'
import { useFeedbackMessages } from './use-feedback-messages'
import type { useFeedbackSending } from './use-feedback-sending'

interface FeedbackFormProps {
  draft: FeedbackDraft
  chosen: ReturnType<typeof useFeedbackFile>
  sending: ReturnType<typeof useFeedbackSending>
}

/** Message, file and button. No failure loses what was typed or chosen (reliability U05). */
export const FeedbackForm = ({ draft, chosen, sending }: FeedbackFormProps) => {
  const { t } = useTranslation('feedback')
  const [initialText] = useState(draft.read)
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const messages = useFeedbackMessages({ text, chosen, state: sending.state })
  const isSending = sending.state.kind === 'sending'
  useFormFocus(field, button, isSending)

  const submit = (data: FormData) => {
    const message = String(data.get('text') ?? '')
    if (isBlank(message) || getMessageLength(message) > MAX_MESSAGE_LENGTH) return
    return sending.send(message, chosen.file)
  }
  /** Editing the part a failure was about clears the failure. */
  const clearFailureOf = (target: 'file' | 'text') => {
    if (messages.target === target) sending.reset()
  }
  const changeText = (value: string) => {
    setText(value)
    draft.save(value)
    clearFailureOf('text')
  }
  const choose = (file: File) => {
    chosen.choose(file)
    clearFailureOf('file')
  }
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    // The disabled button shows its reason at a distance from the field, so it is announced too.
    if (messages.disabledReason) announce(messages.disabledReason, 'assertive')
    if (!event.repeat) button.current?.click()
  }
  return (
    <FileDrop
      onDrop={dropped => {
        chosen.drop(dropped)
        clearFailureOf('file')
      }}
      isDisabled={isSending}
      invitation={t('file.drop')}
    >
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
          error={messages.file}
          disabledReason={isSending ? t('file.busy') : undefined}
          onChoose={choose}
          onRemove={() => {
            chosen.remove()
            clearFailureOf('file')
          }}
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

/** Focuses the end of the message on open, and the send button when the focused button disappears. */
const useFormFocus = (
  field: RefObject<HTMLTextAreaElement | null>,
  button: RefObject<HTMLButtonElement | null>,
  isSending: boolean,
): void => {
  useEffect(() => {
    const area = field.current
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [field])
  useEffect(() => {
    if (!isSending && document.activeElement === document.body) button.current?.focus()
  }, [button, isSending])
}
