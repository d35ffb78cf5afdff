import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { shortErrorMessage } from '../../i18n/error-messages'
import { getMessageLength, isBlank, MAX_MESSAGE_LENGTH } from '../../lib/feedback-rules'
import { connection } from '../../lib/online'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { ChoiceProblem, useFeedbackFile } from './use-feedback-file'
import type { SendState } from './use-feedback-sending'

interface MessagesInput {
  text: string
  chosen: ReturnType<typeof useFeedbackFile>
  state: SendState
}

/** All messages of the form, each with its target. */
export const useFeedbackMessages = ({ text, chosen, state }: MessagesInput) => {
  const { t } = useTranslation(['feedback', 'errors'])
  const problemText = useProblemText()
  const wait = useRetryAfter(getApiError(state))
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)

  const target = getTarget(state, chosen.file !== null)
  // After `Retry-After` has passed the error is no longer shown.
  const isPauseOver = (getApiError(state)?.retryAfter ?? 0) > 0 && wait === 0
  const failure = state.kind === 'failed' ? state : null
  const arrivalNote = failure?.mayHaveArrived ? ` ${t('maybeArrived')}` : ''
  const formMessage =
    failure && `${endWithPeriod(shortErrorMessage(failure.error))}${arrivalNote} ${t('kept')}`

  const disabledReasons = [
    isBlank(text) && t('refused.empty'),
    getMessageLength(text) > MAX_MESSAGE_LENGTH && t('refused.long'),
    wait > 0 && t('refused.wait', { seconds: wait }),
    !isOnline && t('refused.offline'),
  ]
  return {
    target,
    /** Above the form. */
    form: target === 'form' && !isPauseOver ? formMessage : null,
    /** Under the message. */
    text: target === 'text' ? t('message.refused') : null,
    /** Under the file: the newest problem. */
    file: chosen.problem
      ? problemText(chosen.problem)
      : target === 'file'
        ? getFileMessage(state, problemText)
        : null,
    /** Beside the button. */
    disabledReason: disabledReasons.find(reason => reason !== false),
    notice: state.kind === 'stopped' ? t(state.mayHaveArrived ? 'stoppedLate' : 'stopped') : null,
  }
}

/** Short messages have no full stop; here another sentence follows. */
const endWithPeriod = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const getTarget = (state: SendState, hasFile: boolean): FailureTarget | null => {
  if (state.kind === 'unreadable') return 'file'
  return state.kind === 'failed' ? getFailureTarget(state.error, hasFile) : null
}

type Problem = ChoiceProblem | 'unreadable' | 'refused'

/** A file that is too large has the same message from the client and the server. */
const useProblemText = () => {
  const { t } = useTranslation(['feedback', 'errors'])
  return (problem: Problem): string =>
    problem === 'large' ? t('file is too large', { ns: 'errors' }) : t(`file.problem.${problem}`)
}

const getFileMessage = (state: SendState, text: (problem: Problem) => string): string => {
  if (state.kind === 'unreadable') return text('unreadable')
  return text(getApiError(state)?.status === 413 ? 'large' : 'refused')
}

type FailureTarget = 'file' | 'text' | 'form'

/** Which part of the form an error belongs to. */
const getFailureTarget = (error: unknown, hasFile: boolean): FailureTarget => {
  if (!(error instanceof ApiError)) return 'form'
  if (hasFile && (error.status === 413 || error.fields?.files !== undefined)) return 'file'
  return error.status === 422 && error.fields?.text !== undefined ? 'text' : 'form'
}

/** The API error, whose `Retry-After` may apply. */
const getApiError = (state: SendState): ApiError | null =>
  state.kind === 'failed' && state.error instanceof ApiError ? state.error : null
