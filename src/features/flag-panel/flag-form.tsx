import { Send } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { reasonText } from '../../i18n/error-text'
import { announce } from '../../lib/announce'
import { connection } from '../../lib/online'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { Kbd } from '../../ui/kbd'
import { Textarea } from '../../ui/textarea'
import { FlagQuestion } from './flag-question'
import type { Choice } from './panel-state'
import { attemptsText } from './spoken-outcome'
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
  const { isPending, state } = submission
  const [draft] = useState(submission.draft)
  const button = useRef<HTMLButtonElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const obstacle = useObstacle(submission)
  const rows = state.kind === 'asked' ? state.rows : null
  useFlagKeys(field)
  useEffect(() => {
    if (rows) question.current?.focus()
  }, [rows])

  const confirm = (choice: Choice) => {
    if (rows && field.current) void submission.confirm(rows, choice, field.current)
  }
  const leaveQuestion = () => {
    submission.dismiss()
    field.current?.focus()
  }
  // The button decides: pending, paused or offline, it refuses the Enter as it refuses the click.
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    // The reason stands beside the button, where nobody who types looks: it is said as well.
    if (obstacle) announce(obstacle.spoken, 'assertive')
    button.current?.click()
    question.current?.focus()
  }
  return (
    <FormShell
      pending={isPending}
      error={words.failure}
      onSubmit={() => (field.current ? submission.submit(field.current) : undefined)}
      aria-label={t('flags.form')}
    >
      {state.kind === 'failed' && state.arrival === 'unknown' && (
        <Button isBlock onClick={() => void submission.recheck()}>
          {t('arrival.recheck')}
        </Button>
      )}
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
          onInput={event => submission.edit(event.currentTarget.value)}
        />
      </Field>
      {rows ? (
        <FlagQuestion
          ref={question}
          rows={rows}
          obstacle={obstacle}
          onConfirm={confirm}
          onBack={leaveQuestion}
        />
      ) : (
        <Button
          ref={button}
          type="submit"
          variant="primary"
          isBlock
          isPending={isPending}
          icon={<Send className="size-4" aria-hidden />}
          disabledReason={obstacle?.described}
          reasonPlacement={obstacle?.counted ? 'hidden' : 'below'}
        >
          {t('send.label')}
        </Button>
      )}
      {obstacle?.counted && (
        <p aria-hidden className="-mt-2 text-xs tabular-nums text-muted">
          {obstacle.counted}
        </p>
      )}
    </FormShell>
  )
}

/**
 * Why nothing can be sent now: as it describes the button, as it is said to a refused Enter, and as it counts down for
 * those who see it; the description stands still, so that no screen reader counts along.
 */
const useObstacle = ({ wait }: FlagSubmission) => {
  const { t } = useTranslation('task')
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  if (!isOnline) return { described: t('send.offline'), spoken: t('send.offline'), counted: null }
  if (wait === 0) return null
  return {
    described: t('send.waitAbout', { count: Math.ceil(wait / 60) }),
    spoken: t('send.waitWords', { count: wait }),
    counted: t('send.wait', { seconds: wait }),
  }
}

/** A refusal that asked for a wait says nothing more once that is over. */
const isPauseOver = (error: unknown, wait: number): boolean =>
  error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) > 0 && wait === 0

/** A short form of a failure has no full stop of its own. */
const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** The words for the whole form and for the field. */
const useStateWords = ({
  state,
  wait,
}: FlagSubmission): { failure: string | null; problem: string | null } => {
  const { t } = useTranslation('task')
  if (state.kind === 'offline') return { failure: t('send.offline'), problem: null }
  if (state.kind === 'invalid') return { failure: null, problem: t(`problem.${state.problem}`) }
  if (state.kind === 'failed') {
    const { error, arrival } = state
    const failure = arrival === 'counted' || isPauseOver(error, wait) ? null : reasonText(error)
    if (!arrival || !failure) return { failure, problem: null }
    return { failure: `${asSentence(failure)} ${t(`arrival.${arrival}`)}`, problem: null }
  }
  if (state.kind === 'answered' && state.outcome.wrong > 0) {
    const { wrong, attemptsLeft } = state.outcome
    const words = t('verdict.wrong', { count: wrong })
    return { failure: null, problem: `${words} ${attemptsText(t, attemptsLeft)}`.trim() }
  }
  return { failure: null, problem: null }
}
