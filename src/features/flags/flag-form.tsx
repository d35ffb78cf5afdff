import { Send, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type Ref, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorTitle, hasSpecificDetail, shortErrorMessage } from '../../i18n/error-messages'
import { SlowAnswer } from '../../i18n/slow-answer'
import { announce } from '../../lib/announce'
import { useEventListener } from '../../lib/hooks'
import { isComposing } from '../../lib/is-composing'
import { isEditable } from '../../lib/keyboard-layout'
import { useOnline } from '../../lib/online'
import { isOverlayOpen, useShortcut } from '../../lib/shortcuts'
import { trimSigns } from '../../lib/text'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Field } from '../../ui/field'
import { FormShell } from '../../ui/form-shell'
import { Kbd } from '../../ui/kbd'
import { Textarea } from '../../ui/textarea'
import { getWrongMessage } from './model'
import { type FlagRow, markFlag } from './preflight'
import type { Choice, FlagSubmission } from './use-flag-submission'

interface FlagFormProps {
  submission: FlagSubmission
  field: RefObject<HTMLTextAreaElement | null>
  /** In one line above the terminal, beside the form of the page. */
  isCompact?: boolean
  /** Of the task's flags: names the key for another line. */
  hasSeveral?: boolean
  /** Replaces the draft. */
  initial?: string | undefined
}

/** Enter submits, Shift+Enter adds a line. */
export const FlagForm = (props: FlagFormProps) => {
  const { submission, field, isCompact = false, hasSeveral = false, initial } = props
  const { t } = useTranslation('task')
  const { state } = submission
  const [isPending, setPending] = useState(false)
  const [draft] = useState(initial ?? submission.draft)
  const confirmation = useRef<HTMLDivElement>(null)
  const block = useSubmitBlock(submission)
  const isUnknown = state.kind === 'failed' && state.delivery === 'unknown'
  const rows = state.kind === 'confirming' ? state.rows : null
  useFlagShortcuts(field, !isCompact)
  // A later effect could take the focus back from the field after Escape.
  useLayoutEffect(() => {
    if (rows) confirmation.current?.focus()
  }, [rows])

  /** Renders this form only, so that Enter is answered at once. */
  const showPending = (running: Promise<void> | undefined) => {
    if (!running) return
    setPending(true)
    return running.finally(() => setPending(false))
  }
  const confirm = (choice: Choice) => {
    if (rows && field.current) void showPending(submission.confirm(rows, choice, field.current))
  }
  const closeConfirmation = () => {
    submission.dismiss()
    field.current?.focus()
  }
  const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
    event.preventDefault()
    // Announced, because the reason is shown beside the button, not the field.
    if (block) announce(block.announcement, 'assertive')
    else if (rows) confirmation.current?.focus()
    else event.currentTarget.form?.requestSubmit()
  }
  return (
    <FormShell
      pending={isPending}
      error={useFormError(submission)}
      isWarning={isHarmless(submission)}
      onSubmit={() => (field.current ? showPending(submission.submit(field.current)) : undefined)}
      aria-label={t(isCompact ? 'flags.label' : 'flags.form')}
      className={
        isCompact
          ? 'flex-row flex-wrap items-end [&_label]:sr-only [&>[role=group]]:basis-full [&>[role=status]]:basis-full'
          : undefined
      }
    >
      {isUnknown && (
        <Button variant="primary" isBlock onClick={() => void showPending(submission.recheck())}>
          {t('arrival.recheck')}
        </Button>
      )}
      <SlowAnswer isPending={isPending} onStop={submission.stop}>
        {t('send.slow')}
      </SlowAnswer>
      <Field
        label={t('flags.label')}
        error={useFieldError(submission)}
        hint={
          !isCompact &&
          hasSeveral && (
            <span className="pointer-coarse:hidden">
              <Kbd>Enter</Kbd> <span>{`${t('flags.enter')}, `}</span>
              <Kbd>Shift+Enter</Kbd> <span>{t('flags.newLine')}</span>
            </span>
          )
        }
        labelEnd={!isCompact && <Kbd className="pointer-coarse:hidden">F</Kbd>}
        className={isCompact ? 'min-w-0 flex-1' : undefined}
      >
        <Textarea
          ref={field}
          name="flags"
          isMono
          minRows={1}
          maxRows={isCompact ? 2 : 8}
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
          type="submit"
          variant={isUnknown ? 'secondary' : 'primary'}
          isBlock={!isCompact}
          isPending={isPending}
          icon={<Send />}
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

/** `countdown` is visual only; `description` doesn't count, so that screen readers aren't interrupted. */
const useSubmitBlock = ({ wait }: FlagSubmission) => {
  const { t } = useTranslation('task')
  const isOnline = useOnline()
  if (!isOnline) return { description: t('send.offline'), announcement: t('send.offline'), countdown: null }
  if (wait === 0) return null
  return {
    description: t('send.waitAbout', { count: Math.ceil(wait / 60) }),
    announcement: t('send.waitAnnouncement', { count: wait }),
    countdown: t('send.wait', { seconds: wait }),
  }
}

/** The error of a rate limit disappears once the wait is over. */
const hasCooldownEnded = (error: unknown, wait: number): boolean =>
  error instanceof ApiError && error.status === 429 && (error.retryAfter ?? 0) > 0 && wait === 0

/** Nothing has failed for good: a limit passes, the connection comes back, the answer is asked for again. */
const isHarmless = ({ state }: FlagSubmission): boolean =>
  state.kind === 'offline' ||
  (state.kind === 'failed' &&
    (state.delivery === 'unknown' || (state.error instanceof ApiError && state.error.status === 429)))

const useFormError = ({ state, wait }: FlagSubmission): string | null => {
  const { t } = useTranslation('task')
  if (state.kind === 'offline') return t('send.offline')
  if (state.kind !== 'failed' || state.delivery === 'counted' || hasCooldownEnded(state.error, wait))
    return null
  const { error, delivery } = state
  // The catalogue says what to do, too.
  const isExplained = delivery === 'missing' && hasSpecificDetail(error)
  if (!delivery || isExplained || !(error instanceof ApiError)) return shortErrorMessage(error)
  return `${errorTitle(error)}. ${t(`arrival.${delivery}`)}`
}

const useFieldError = ({ state }: FlagSubmission): string | null => {
  const { t } = useTranslation('task')
  if (state.kind === 'invalid') return t(`problem.${state.problem}`)
  if (state.kind !== 'answered' || state.outcome.wrong === 0) return null
  return getWrongMessage(t, state.outcome)
}

/** Newlines around copied text aren't part of a flag. Spaces may be; the preflight check asks about them. */
const trimNewlines = (text: string): string => trimSigns(text, sign => sign === '\r' || sign === '\n')

/** `F` and pasting outside of any editable element go to the field. Never reads the clipboard itself. */
const useFlagShortcuts = (field: RefObject<HTMLTextAreaElement | null>, isOn: boolean): void => {
  useShortcut('flag', () => field.current?.focus(), isOn)
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
  useEventListener(document, 'paste', handlePaste, isOn)
}

interface FlagConfirmationProps {
  ref: Ref<HTMLDivElement>
  rows: readonly FlagRow[]
  /** A countdown is shown by the form. */
  block: { description: string; countdown: string | null } | null
  onConfirm: (choice: Choice) => void
  onBack: () => void
}

/** Asks before sending suspicious flags. Takes the focus, so that a second Enter sends nothing. */
const FlagConfirmation = ({ ref, rows, block, onConfirm, onBack }: FlagConfirmationProps) => {
  const { t } = useTranslation('task')
  const id = useId()
  const suspicious = rows.filter(({ issues }) => issues.length > 0)
  const canFix =
    rows.some(({ typed, suggested }) => suggested !== typed) && rows.some(({ suggested }) => suggested !== '')
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return
    event.stopPropagation()
    onBack()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be focused and described.
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-rows`}
      onKeyDown={closeOnEscape}
      className="flex flex-col gap-3 rounded-control border border-warning-text/25 bg-warning-soft p-4 text-sm"
    >
      <p id={`${id}-title`} className="flex gap-2 font-semibold text-warning-text">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" />
        <span>{t('preflight.title')}</span>
      </p>
      <ul id={`${id}-rows`} className="flex flex-col gap-3">
        {suspicious.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move.
          <SuspiciousRow key={at} row={row} />
        ))}
      </ul>
      {suspicious.length < rows.length && <p className="text-muted">{t('preflight.others')}</p>}
      <div className="flex flex-col gap-2">
        {canFix && (
          <Button
            variant="primary"
            isBlock
            disabledReason={block?.description}
            reasonPlacement="hidden"
            onClick={() => onConfirm('suggested')}
          >
            {t('preflight.fix')}
          </Button>
        )}
        <Button
          isBlock
          disabledReason={block?.description}
          reasonPlacement={block?.countdown ? 'hidden' : 'below'}
          onClick={() => onConfirm('typed')}
        >
          {t('preflight.asIs')}
        </Button>
        <Button variant="quiet" isBlock onClick={onBack}>
          {t('preflight.back')}
        </Button>
      </div>
    </div>
  )
}

const SuspiciousRow = ({ row: { typed, suggested, issues } }: { row: FlagRow }) => {
  const { t } = useTranslation('task')
  return (
    <li className="flex flex-col gap-1.5 rounded-control bg-surface p-3">
      <p>
        <span className="text-muted">{t('preflight.typed')}</span> <FlagText text={typed} />
      </p>
      <ul className="flex list-disc flex-col gap-0.5 pl-4">
        {issues.map(issue => (
          <li key={issue}>{t(`preflight.${issue}`)}</li>
        ))}
      </ul>
      {suggested !== typed && (
        <p>
          <span className="text-muted">{t('preflight.meant')}</span>{' '}
          {suggested === '' ? <span>{t('preflight.nothing')}</span> : <FlagText text={suggested} />}
        </p>
      )}
    </li>
  )
}

const markClasses = {
  plain: '',
  hidden: 'mx-px rounded-chip border border-control bg-sunken px-0.5 text-xs text-muted',
  strange: 'rounded-chip bg-warning-soft text-warning-text underline decoration-dotted underline-offset-4',
}

/** Shows invisible characters as code points and highlights look-alike letters. */
const FlagText = ({ text }: { text: string }) => (
  <bdi translate="no" className="font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
    {markFlag(text).map(({ kind, text: piece }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
      <span key={at} className={cx(markClasses[kind])}>
        {piece}
      </span>
    ))}
  </bdi>
)
