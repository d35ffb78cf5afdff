import { Send } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { connection } from '../../lib/online'
import { isOverlayOpen, useShortcut } from '../../lib/shortcuts'
import { isEditable } from '../../lib/single-key'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { Kbd } from '../../ui/kbd'
import { Textarea } from '../../ui/textarea'
import { FlagConfirmation } from './flag-confirmation'
import { getAttemptsLeftMessage } from './outcome-message'
import type { Choice, FlagSubmission } from './use-flag-submission'

interface FlagFormProps {
  submission: FlagSubmission
  field: RefObject<HTMLTextAreaElement | null>
}

/** Enter submits, Shift+Enter adds a line. */
export const FlagForm = ({ submission, field }: FlagFormProps) => {
  const { t } = useTranslation('task')
  const messages = useStateMessages(submission)
  const { isPending, state } = submission
  const [draft] = useState(submission.draft)
  const button = useRef<HTMLButtonElement>(null)
  const confirmation = useRef<HTMLDivElement>(null)
  const block = useSubmitBlock(submission)
  const rows = state.kind === 'confirming' ? state.rows : null
  useFlagShortcuts(field)
  useEffect(() => {
    if (rows) confirmation.current?.focus()
  }, [rows])

  const confirm = (choice: Choice) => {
    if (rows && field.current) void submission.confirm(rows, choice, field.current)
  }
  const closeConfirmation = () => {
    submission.dismiss()
    field.current?.focus()
  }
  // Clicks the button, so that pending, cooldown and offline states apply to Enter too.
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    // Announced, because the reason is shown beside the button, not the field.
    if (block) announce(block.announcement, 'assertive')
    button.current?.click()
    confirmation.current?.focus()
  }
  return (
    <FormShell
      pending={isPending}
      error={messages.formError}
      onSubmit={() => (field.current ? submission.submit(field.current) : undefined)}
      aria-label={t('flags.form')}
    >
      {state.kind === 'failed' && state.delivery === 'unknown' && (
        <Button isBlock onClick={() => void submission.recheck()}>
          {t('arrival.recheck')}
        </Button>
      )}
      <Field
        label={t('flags.label')}
        error={messages.fieldError}
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
        <FlagConfirmation
          ref={confirmation}
          rows={rows}
          block={block}
          onConfirm={confirm}
          onBack={closeConfirmation}
        />
      ) : (
        <Button
          ref={button}
          type="submit"
          variant="primary"
          isBlock
          isPending={isPending}
          icon={<Send className="size-4" aria-hidden />}
          disabledReason={block?.description}
          reasonPlacement={block?.countdown ? 'hidden' : 'below'}
        >
          {t('send.label')}
        </Button>
      )}
      {block?.countdown && (
        <p aria-hidden className="-mt-2 text-xs tabular-nums text-muted">
          {block.countdown}
        </p>
      )}
    </FormShell>
  )
}

/**
 * Why submitting is blocked. `description` doesn't count down, so that screen readers aren't interrupted;
 * `countdown` is visual only.
 */
const useSubmitBlock = ({ wait }: FlagSubmission) => {
  const { t } = useTranslation('task')
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)
  if (!isOnline) return { description: t('send.offline'), announcement: t('send.offline'), countdown: null }
  if (wait === 0) return null
  return {
    description: t('send.waitAbout', { count: Math.ceil(wait / 60) }),
    announcement: t('send.waitWords', { count: wait }),
    countdown: t('send.wait', { seconds: wait }),
  }
}

/** The error of a rate limit disappears once the wait is over. */
const hasCooldownEnded = (error: unknown, wait: number): boolean =>
  error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) > 0 && wait === 0

/** Short error messages have no full stop. */
const toSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)

const useStateMessages = ({
  state,
  wait,
}: FlagSubmission): { formError: string | null; fieldError: string | null } => {
  const { t } = useTranslation('task')
  if (state.kind === 'offline') return { formError: t('send.offline'), fieldError: null }
  if (state.kind === 'invalid') return { formError: null, fieldError: t(`problem.${state.problem}`) }
  if (state.kind === 'failed') {
    const { error, delivery } = state
    const formError =
      delivery === 'counted' || hasCooldownEnded(error, wait) ? null : shortErrorMessage(error)
    if (!delivery || !formError) return { formError, fieldError: null }
    return { formError: `${toSentence(formError)} ${t(`arrival.${delivery}`)}`, fieldError: null }
  }
  if (state.kind === 'answered' && state.outcome.wrong > 0) {
    const { wrong, attemptsLeft } = state.outcome
    const message = t('verdict.wrong', { count: wrong })
    return { formError: null, fieldError: `${message} ${getAttemptsLeftMessage(t, attemptsLeft)}`.trim() }
  }
  return { formError: null, fieldError: null }
}

/** Newlines around copied text aren't part of a flag. Spaces may be; the preflight check asks about them. */
const trimNewlines = (text: string): string => text.replace(/^[\r\n]+|[\r\n]+$/g, '')

/**
 * `F` focuses the field. Pasting outside of any editable element goes to the field. Never reads the clipboard
 * itself.
 */
const useFlagShortcuts = (field: RefObject<HTMLTextAreaElement | null>): void => {
  useShortcut('flag', () => field.current?.focus())
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const text = trimNewlines(event.clipboardData?.getData('text/plain') ?? '')
      const textarea = field.current
      if (!textarea || textarea.readOnly || text === '') return
      if (event.defaultPrevented || isEditable(event.target) || isOverlayOpen()) return
      event.preventDefault()
      const before = textarea.value && !textarea.value.endsWith('\n') ? `${textarea.value}\n` : textarea.value
      textarea.value = before + text
      // Triggers auto-grow and the draft.
      textarea.dispatchEvent(new Event('input', { bubbles: true }))
      textarea.focus()
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [field])
}
