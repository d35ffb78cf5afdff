import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { isBlank, messageLength, messageLimit } from '../../lib/feedback-rules'
import { FileDrop } from '../../ui/file-drop'
import { FormShell } from '../../ui/form-shell'
import { FeedbackActions } from './feedback-actions'
import { FeedbackFile } from './feedback-file'
import { FeedbackMessageField } from './feedback-message-field'
import type { FeedbackDraft } from './use-feedback-draft'
import type { useFeedbackFile } from './use-feedback-file'
import type { useFeedbackSending } from './use-feedback-sending'
import { useFeedbackWords } from './use-feedback-words'

interface FeedbackFormProps {
  draft: FeedbackDraft
  chosen: ReturnType<typeof useFeedbackFile>
  sending: ReturnType<typeof useFeedbackSending>
}

/** Message, file and button. Whatever goes wrong, nothing that was typed or chosen is lost (reliability U05). */
export const FeedbackForm = ({ draft, chosen, sending }: FeedbackFormProps) => {
  const { t } = useTranslation('feedback')
  const [first] = useState(draft.read)
  const [text, setText] = useState(first)
  const field = useRef<HTMLTextAreaElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const words = useFeedbackWords({ text, chosen, state: sending.state })
  const isSending = sending.state.kind === 'sending'
  useFormFocus(field, button, isSending)

  const submit = (data: FormData) => {
    const message = String(data.get('text') ?? '')
    if (isBlank(message) || messageLength(message) > messageLimit) return
    return sending.send(message, chosen.file)
  }
  /** A change of what a failure was about makes that failure old. */
  const changed = (place: 'file' | 'text') => {
    if (words.place === place) sending.reset()
  }
  const type = (value: string) => {
    setText(value)
    draft.keep(value)
    changed('text')
  }
  const choose = (file: File) => {
    chosen.choose(file)
    changed('file')
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    // The button decides. Its reason stands beside it, where nobody who types looks: it is said as well.
    if (words.refusal) announce(words.refusal, 'assertive')
    if (!event.repeat) button.current?.click()
  }
  return (
    <FileDrop
      onDrop={dropped => {
        chosen.drop(dropped)
        changed('file')
      }}
      isDisabled={isSending}
      invitation={t('file.drop')}
    >
      <FormShell pending={isSending} error={words.form} onSubmit={submit} aria-label={t('form')}>
        <FeedbackMessageField
          ref={field}
          first={first}
          text={text}
          error={words.text}
          isReadOnly={isSending}
          onType={type}
          onKeyDown={sendByKey}
        />
        <FeedbackFile
          file={chosen.file}
          error={words.file}
          disabledReason={isSending ? t('file.busy') : undefined}
          onChoose={choose}
          onRemove={() => {
            chosen.remove()
            changed('file')
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
          refusal={words.refusal}
          notice={words.notice}
        />
      </FormShell>
    </FileDrop>
  )
}

/** Where one goes on: the end of the message when the form appears, the send button when the one in use has gone. */
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
