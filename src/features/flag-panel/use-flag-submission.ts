import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { drafts } from '../../lib/drafts'
import { useRetryAfter } from '../../lib/use-retry-after'
import { useReadSolvedFlags, useSubmitFlags } from '../../queries/tasks'
import { isUncertain } from './failure-text'
import { type FlagProblem, flagLines, flagProblem } from './flag-lines'
import { type Outcome, outcomeOf } from './verdict'

/** After no answer: not known yet, not counted, or counted after all. */
type Arrival = 'checking' | 'unknown' | 'missing' | 'counted'

export type PanelState =
  | { kind: 'idle' }
  | { kind: 'invalid'; problem: FlagProblem }
  | { kind: 'answered'; outcome: Outcome }
  | { kind: 'failed'; error: unknown; arrival: Arrival | null }

interface Place {
  userId: number
  groupId: number
  taskId: number
  /** Solved before this submission, to see whether a lost answer was a yes. */
  flagsSolved: number
}

/** From here on the tries that are left are said as well as shown. */
const fewAttempts = 3

/** How long no flag is taken; kept with the draft, so that a reload does not shorten it. */
const usePause = (userId: number, place: string) => {
  const [pause, setPause] = useState(() => {
    const until = Number(drafts.get(userId, `${place}.until`))
    return { retryAfter: until > clock.now() ? (until - clock.now()) / 1000 : 0 }
  })
  const begin = (seconds: number) => {
    drafts.set(userId, `${place}.until`, String(clock.now() + seconds * 1000))
    setPause({ retryAfter: seconds })
  }
  return [useRetryAfter(pause), begin] as const
}

/**
 * One submission at a time. The typed text is never destroyed: it leaves the field only for flags that were accepted
 * (ux §0.4), and its draft outlives the page. Nothing is ever sent again by itself.
 */
export const useFlagSubmission = ({ userId, groupId, taskId, flagsSolved }: Place) => {
  const { t } = useTranslation('task')
  const place = `flag.${groupId}.${taskId}`
  const [state, setState] = useState<PanelState>({ kind: 'idle' })
  const [isPending, setPending] = useState(false)
  const [wait, beginPause] = usePause(userId, place)
  const send = useSubmitFlags(groupId, taskId)
  const readSolvedFlags = useReadSolvedFlags(groupId, taskId)

  const settle = (sent: readonly string[], field: HTMLTextAreaElement, outcome: Outcome) => {
    setState({ kind: 'answered', outcome })
    if (outcome.accepted > 0 || outcome.kept !== sent.join('\n')) field.value = outcome.kept
    drafts.set(userId, place, outcome.kept)
    field.focus({ preventScroll: true })
    field.select()
    announce(spoken(outcome), outcome.wrong > 0 ? 'assertive' : 'polite')
  }

  const spoken = ({
    accepted,
    wrong,
    left,
    isSolved,
    rows,
    attemptsLeft = fewAttempts + 1,
  }: Outcome): string => {
    if (isSolved) return t('verdict.solved')
    const parts = [
      accepted > 0 && t('verdict.accepted', { count: accepted }),
      wrong > 0 && t('verdict.wrong', { count: wrong }),
      accepted === 0 && wrong === 0 && rows.length > 0 && t('verdict.nothingNew'),
      accepted > 0 && t('verdict.left', { count: left }),
      wrong > 0 && attemptsLeft <= fewAttempts && t('attemptsLeft', { count: attemptsLeft }),
    ]
    return parts.filter(Boolean).join(' ')
  }

  const fail = async (error: unknown) => {
    if (error instanceof ApiError && error.status === 429) beginPause(error.retryAfter ?? 0)
    if (!isUncertain(error)) return setState({ kind: 'failed', error, arrival: null })
    setState({ kind: 'failed', error, arrival: 'checking' })
    const solved = await readSolvedFlags()
    const arrival = solved === null ? 'unknown' : solved > flagsSolved ? 'counted' : 'missing'
    setState({ kind: 'failed', error, arrival })
    // The other outcomes stand in the form's alert, which speaks for itself.
    if (arrival === 'counted') announce(t('arrival.counted'), 'polite')
  }

  const submit = async (field: HTMLTextAreaElement): Promise<void> => {
    const sent = flagLines(field.value)
    const problem = flagProblem(sent)
    if (problem) {
      setState({ kind: 'invalid', problem })
      announce(t(`problem.${problem}`), 'assertive')
      field.focus()
      return
    }
    setPending(true)
    try {
      settle(sent, field, outcomeOf(sent, await send(sent)))
    } catch (error) {
      await fail(error)
    } finally {
      setPending(false)
    }
  }

  return {
    state,
    isPending,
    wait,
    submit,
    draft: () => drafts.get(userId, place),
    keepDraft: (text: string) => drafts.set(userId, place, text),
  }
}

export type FlagSubmission = ReturnType<typeof useFlagSubmission>
