import type { KeyboardEventHandler, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { counterFrom, messageLength, messageLimit } from '../../lib/feedback-rules'
import { formatNumber } from '../../lib/format'
import { submitModifier } from '../../lib/shortcuts-submit'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { Field } from '../../ui/field'
import { Kbd } from '../../ui/kbd'
import { Textarea } from '../../ui/textarea'

interface FeedbackMessageFieldProps {
  /** What stands there when the form appears. */
  first: string
  text: string
  error: string | null
  isReadOnly: boolean
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
  ref: Ref<HTMLTextAreaElement>
}

/**
 * The message. More than the limit can be typed and is said, so that nobody's words are cut in silence; the counter
 * appears from 1400 (ux §5).
 */
export const FeedbackMessageField = (props: FeedbackMessageFieldProps) => {
  const { first, text, error, isReadOnly, onType, onKeyDown, ref } = props
  const { t, i18n } = useTranslation('feedback')
  const length = messageLength(text)
  const isNear = length >= counterFrom
  const excess = Math.max(0, length - messageLimit)
  const tooLong = excess > 0 ? t('message.long', { count: excess }) : null
  const zone = excess > 0 ? 'over' : isNear ? 'near' : 'free'
  // Said at the edges only: a counter that speaks at every key is noise.
  useAnnounceChange(zone, tooLong ?? (isNear ? t('message.near', { count: messageLimit - length }) : ''))
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Field
      label={t('message.label')}
      isRequired
      error={tooLong ?? error}
      labelEnd={
        isNear && (
          <span className="tabular-nums">
            {t('message.counter', { length: number(length), limit: number(messageLimit) })}
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
        defaultValue={first}
        readOnly={isReadOnly}
        onInput={event => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Field>
  )
}
