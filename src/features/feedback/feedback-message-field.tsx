import type { KeyboardEventHandler, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { COUNTER_FROM_LENGTH, getMessageLength, MAX_MESSAGE_LENGTH } from '../../lib/feedback-rules'
import { formatNumber } from '../../lib/format'
import { submitModifier } from '../../lib/shortcuts-submit'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { Field } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { Textarea } from '../../ui/textarea'

interface FeedbackMessageFieldProps {
  initialText: string
  text: string
  error: string | null
  isReadOnly: boolean
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
  ref: Ref<HTMLTextAreaElement>
}

/**
 * The message. Text over the limit can be typed and is reported, never cut; the counter appears from 1400.
 */
export const FeedbackMessageField = (props: FeedbackMessageFieldProps) => {
  const { initialText, text, error, isReadOnly, onType, onKeyDown, ref } = props
  const { t, i18n } = useTranslation('feedback')
  const length = getMessageLength(text)
  const isNear = length >= COUNTER_FROM_LENGTH
  const excess = Math.max(0, length - MAX_MESSAGE_LENGTH)
  const tooLong = excess > 0 ? t('message.long', { count: excess }) : null
  const zone = excess > 0 ? 'over' : isNear ? 'near' : 'free'
  // Announced when the zone changes only, not on every key.
  useAnnounceChange(
    zone,
    tooLong ?? (isNear ? t('message.near', { count: MAX_MESSAGE_LENGTH - length }) : ''),
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Field
      label={t('message.label')}
      isRequired
      error={tooLong ?? error}
      labelEnd={
        isNear && (
          <span className="tabular-nums">
            {t('message.counter', { length: number(length), limit: number(MAX_MESSAGE_LENGTH) })}
          </span>
        )
      }
      hint={
        <>
          <Kbd>{submitModifier()}+Enter</Kbd> {t('message.keys')}
        </>
      }
    >
      <Textarea
        ref={ref}
        name="text"
        minRows={5}
        defaultValue={initialText}
        readOnly={isReadOnly}
        onInput={event => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Field>
  )
}
