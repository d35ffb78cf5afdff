import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { drafts } from '../../lib/drafts'
import { type FlagPlace, flagLog } from '../../lib/flag-log'
import { type FlagRow, meantLines, preflight, typedLines, withRejected } from '../../lib/flag-preflight'
import { connection } from '../../lib/online'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { useReadSolvedFlags, useSubmitFlags } from '../../queries/tasks'
import { useFindOut } from '../../queries/use-find-out'
import { isUncertain } from './failure-text'
import { flagLines, flagProblem } from './flag-lines'
import type { Arrival, Choice, PanelState } from './panel-state'
import { addSentFlags, readSentFlags } from './sent-flags'
import { spokenOutcome } from './spoken-outcome'
import { useFlagPause } from './use-flag-pause'
import { type Outcome, outcomeOf } from './verdict'

interface Place extends FlagPlace {
  flagsSolved: number
  flagsTotal: number
}

/** What looks wrong with the lines, with what is known of earlier submissions. */
const examine = async (place: Place, lines: readonly string[]): Promise<FlagRow[]> => {
  const rows = preflight(lines)
  const wrong = await flagLog.wrongOf(
    place,
    rows.flatMap(({ typed, meant }) => [typed, meant]),
  )
  return withRejected(rows, wrong)
}

const noteVerdicts = (place: Place, { rows }: Outcome): void => {
  const flagsBy = (...looks: string[]) => rows.filter(row => looks.includes(row.look)).map(({ flag }) => flag)
  void flagLog.note(place, { wrong: flagsBy('incorrect'), right: flagsBy('correct', 'repeated') })
}

/** Whoever has gone on to the terminal or the description meanwhile is not called back. */
const isFocusFree = (field: HTMLTextAreaElement): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || (field.form?.contains(activeElement) ?? false)
}

/**
 * One submission at a time. The typed text is never destroyed: it leaves the field only for flags that were accepted
 * (ux §0.4), and its draft outlives the page. Nothing is ever sent again by itself, nor otherwise than it was confirmed.
 */
export const useFlagSubmission = (place: Place) => {
  const { userId, groupId, taskId, flagsSolved } = place
  const { t } = useTranslation('task')
  const key = `flag.${groupId}.${taskId}`
  const [state, setState] = useState<PanelState>({ kind: 'idle' })
  const [sent, setSent] = useState(() => readSentFlags(userId, key))
  const [isPending, setPending] = useState(false)
  const [wait, beginPause] = useFlagPause(userId, key)
  const isBusy = useRef(false)
  const isGone = useIsUnmounted()
  const send = useSubmitFlags(groupId, taskId)
  const readSolvedFlags = useReadSolvedFlags(groupId, taskId)

  const remember = (verdicts: Outcome['rows']) => setSent(addSentFlags(userId, key, verdicts))
  const keepDraft = (text: string) => drafts.set(userId, key, text)

  const settle = (lines: readonly string[], field: HTMLTextAreaElement, outcome: Outcome) => {
    keepDraft(outcome.isSolved ? '' : outcome.kept)
    remember(outcome.rows)
    noteVerdicts(place, outcome)
    setState({ kind: 'answered', outcome })
    // Whoever has left the page reads the verdict in the list there; nothing is said on another page.
    if (isGone()) return
    if (outcome.accepted > 0 || outcome.kept !== lines.join('\n')) field.value = outcome.kept
    if (isFocusFree(field)) {
      field.focus({ preventScroll: true })
      field.select()
    }
    announce(spokenOutcome(t, outcome), outcome.wrong > 0 ? 'assertive' : 'polite')
  }

  /** Finds out from the statuses what became of a submission without an answer. Only reads. */
  const resolve = async (error: unknown, before: number, isByUser = true): Promise<Arrival> => {
    if (isByUser) setState({ kind: 'failed', error, arrival: 'checking', before })
    const solved = await readSolvedFlags()
    const arrival = solved === null ? 'unknown' : solved > before ? 'counted' : 'missing'
    if (isByUser || arrival !== 'unknown') setState({ kind: 'failed', error, arrival, before })
    // The other outcomes stand in the form's alert, which speaks for itself.
    if (arrival === 'counted' && !isGone()) announce(t('arrival.counted'), 'polite')
    return arrival
  }

  const fail = async (error: unknown, lines: readonly string[]) => {
    if (error instanceof ApiError && error.status === 429) beginPause(error.retryAfter ?? 0)
    if (!isUncertain(error)) return setState({ kind: 'failed', error, arrival: null, before: flagsSolved })
    const arrival = await resolve(error, flagsSolved)
    const look = arrival === 'counted' && lines.length === 1 ? 'correct' : 'unknown'
    remember(lines.map(flag => ({ flag, look })))
  }

  /** Refuses on the spot what no server would take; true when it did. */
  const isRefused = (lines: readonly string[], field: HTMLTextAreaElement): boolean => {
    const problem = flagProblem(lines)
    if (problem) {
      setState({ kind: 'invalid', problem })
      announce(t(`problem.${problem}`), 'assertive')
      field.focus()
    } else if (!navigator.onLine) setState({ kind: 'offline' })
    return problem !== null || !navigator.onLine
  }

  const deliver = async (lines: string[], field: HTMLTextAreaElement) => {
    if (isRefused(lines, field)) return
    await pending(async () => {
      try {
        settle(lines, field, outcomeOf(lines, await send(lines, flagsSolved), place))
      } catch (error) {
        await fail(error, lines)
      }
    })
  }

  const pending = async (run: () => Promise<unknown>) => {
    setPending(true)
    await run().finally(() => setPending(false))
  }

  /** Five Enters in a row are one submission, whichever button or key they come from. */
  const once = async (run: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    await run().finally(() => {
      isBusy.current = false
    })
  }

  const submit = (field: HTMLTextAreaElement) =>
    once(async () => {
      const lines = flagLines(field.value)
      if (isRefused(lines, field)) return
      const rows = await examine(place, lines)
      if (rows.some(({ troubles }) => troubles.length > 0)) setState({ kind: 'asked', rows })
      else await deliver(lines, field)
    })

  const confirm = (rows: readonly FlagRow[], choice: Choice, field: HTMLTextAreaElement) =>
    once(async () => {
      const lines = choice === 'meant' ? meantLines(rows) : typedLines(rows)
      if (choice === 'meant') field.value = lines.join('\n')
      keepDraft(field.value)
      setState({ kind: 'idle' })
      field.focus({ preventScroll: true })
      await deliver(lines, field)
    })

  const recheck = () =>
    once(async () => {
      if (state.kind === 'failed') await pending(() => resolve(state.error, state.before))
    })

  useEffect(
    () => connection.onReturn(() => setState(now => (now.kind === 'offline' ? { kind: 'idle' } : now))),
    [],
  )
  useFindOut(state.kind === 'failed' && state.arrival === 'unknown', () =>
    once(async () => {
      if (state.kind === 'failed') await resolve(state.error, state.before, false)
    }),
  )

  const edit = (text: string) => {
    keepDraft(text)
    // A question about another text says nothing about this one.
    if (state.kind === 'asked' || state.kind === 'offline') setState({ kind: 'idle' })
  }

  return {
    state,
    sent,
    isPending,
    wait,
    submit,
    confirm,
    edit,
    dismiss: () => setState({ kind: 'idle' }),
    /** Reads the statuses again, while it is not known what became of the flags. */
    recheck,
    draft: () => drafts.get(userId, key),
  }
}

export type FlagSubmission = ReturnType<typeof useFlagSubmission>
