import { Send } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { connection } from '../../lib/online'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { Kbd } from '../../ui/kbd'
import { Textarea } from '../../ui/textarea'
import { failureText } from './failure-text'
import { useFlagKeys } from './use-flag-keys'
import type { FlagSubmission } from './use-flag-submission'

interface FlagFormProps {
  submission: FlagSubmission
  field: RefObject<HTMLTextAreaElement | null>
}

/** The field and its button: Enter sends, Shift+Enter begins another flag. */
export const FlagForm = ({ submission, field }: FlagFormProps) => {
  const { t } = useTranslation('task')
  const words = useStateWords(submission)
  const { isPending, wait } = submission
  const [draft] = useState(submission.draft)
  const button = useRef<HTMLButtonElement>(null)
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  useFlagKeys(field, submission.keepDraft)

  // The button decides: pending, paused or offline, it refuses the Enter as it refuses the click.
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    // The reason stands beside the button, where nobody who types looks: it is said as well.
    if (reason) announce(reason, 'assertive')
    button.current?.click()
  }
  const reason = !isOnline ? t('send.offline') : wait > 0 ? t('send.wait', { seconds: wait }) : undefined
  return (
    <FormShell
      pending={isPending}
      error={words.failure}
      onSubmit={() => (field.current ? submission.submit(field.current) : undefined)}
      aria-label={t('flags.form')}
    >
      <Field
        label={t('flags.label')}
        error={words.problem}
        hint={
          <>
            <Kbd>Enter</Kbd> {t('flags.enter')}, <Kbd>Shift+Enter</Kbd> {t('flags.newLine')}
          </>
        }
      >
        <Textarea
          ref={field}
          name="flags"
          isMono
          minRows={1}
          maxRows={8}
          defaultValue={draft}
          readOnly={isPending}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          onKeyDown={sendOnEnter}
          onInput={event => submission.keepDraft(event.currentTarget.value)}
        />
      </Field>
      <Button
        ref={button}
        type="submit"
        variant="primary"
        isBlock
        isPending={isPending}
        icon={<Send className="size-4" aria-hidden />}
        disabledReason={reason}
      >
        {t('send.label')}
      </Button>
    </FormShell>
  )
}

/** A refusal that asked for a wait says nothing more once that is over. */
const isPauseOver = (error: unknown, wait: number): boolean =>
  error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) > 0 && wait === 0

/** The words for the whole form and for the field. */
const useStateWords = ({
  state,
  wait,
}: FlagSubmission): { failure: string | null; problem: string | null } => {
  const { t } = useTranslation('task')
  if (state.kind === 'invalid') return { failure: null, problem: t(`problem.${state.problem}`) }
  if (state.kind === 'failed') {
    const { error, arrival } = state
    const failure = arrival === 'counted' || isPauseOver(error, wait) ? null : failureText(error)
    return { failure: arrival && failure ? `${failure} ${t(`arrival.${arrival}`)}` : failure, problem: null }
  }
  if (state.kind === 'answered' && state.outcome.wrong > 0) {
    const { wrong, attemptsLeft } = state.outcome
    const words = t('verdict.wrong', { count: wrong })
    return {
      failure: null,
      problem: attemptsLeft === undefined ? words : `${words} ${t('attemptsLeft', { count: attemptsLeft })}`,
    }
  }
  return { failure: null, problem: null }
}
