import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../i18n/error-text'
import { isBlank, messageLength, messageLimit } from '../../lib/feedback-rules'
import { connection } from '../../lib/online'
import { useRetryAfter } from '../../lib/use-retry-after'
import { type FailurePlace, failureOf, placeOf } from './feedback-failure'
import type { ChoiceProblem, useFeedbackFile } from './use-feedback-file'
import type { Sending } from './use-feedback-sending'

interface Subject {
  text: string
  chosen: ReturnType<typeof useFeedbackFile>
  state: Sending
}

/** Everything the form has to say about what was typed, chosen and sent, each in its place. */
export const useFeedbackWords = ({ text, chosen, state }: Subject) => {
  const { t } = useTranslation(['feedback', 'errors'])
  const problemText = useProblemText()
  const wait = useRetryAfter(failureOf(state))
  const isOnline = useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)

  const place = whereFailed(state, chosen.file !== null)
  // A refusal that asked for a wait says nothing more once that is over.
  const isPauseOver = (failureOf(state)?.retryAfter ?? 0) > 0 && wait === 0
  const failure = state.kind === 'failed' ? state : null
  const arrival = failure?.mayHaveArrived ? ` ${t('maybeArrived')}` : ''
  const whole = failure && `${asSentence(reasonText(failure.error))}${arrival} ${t('kept')}`

  const refusals = [
    isBlank(text) && t('refused.empty'),
    messageLength(text) > messageLimit && t('refused.long'),
    wait > 0 && t('refused.wait', { seconds: wait }),
    !isOnline && t('refused.offline'),
  ]
  return {
    place,
    /** Above the form. */
    form: place === 'form' && !isPauseOver ? whole : null,
    /** Under the message. */
    text: place === 'text' ? t('message.refused') : null,
    /** Under the file: the newest of what is wrong with it. */
    file: chosen.problem
      ? problemText(chosen.problem)
      : place === 'file'
        ? fileText(state, problemText)
        : null,
    /** Beside the button. */
    refusal: refusals.find(words => words !== false),
    notice: state.kind === 'stopped' ? t(state.mayHaveArrived ? 'stoppedLate' : 'stopped') : null,
  }
}

/** The catalogue's short words end without a full stop; here another sentence follows. */
const asSentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

const whereFailed = (state: Sending, hasFile: boolean): FailurePlace | null => {
  if (state.kind === 'unreadable') return 'file'
  return state.kind === 'failed' ? placeOf(state.error, hasFile) : null
}

type Problem = ChoiceProblem | 'unreadable' | 'refused'

/** A file that is too large is said in the specification's words (§5), whoever found out. */
const useProblemText = () => {
  const { t } = useTranslation(['feedback', 'errors'])
  return (problem: Problem): string =>
    problem === 'large' ? t('file is too large', { ns: 'errors' }) : t(`file.problem.${problem}`)
}

const fileText = (state: Sending, text: (problem: Problem) => string): string => {
  if (state.kind === 'unreadable') return text('unreadable')
  return text(failureOf(state)?.status === 413 ? 'large' : 'refused')
}
