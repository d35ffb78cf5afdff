import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FlagResults } from '../../../packages/contract/schema.gen'
import { ApiError } from '../../api/errors'
import { groupListQuery, groupQuery, leaderboardQuery, taskStatusesQuery } from '../../api/queries/groups'
import { competenciesQuery } from '../../api/queries/profile'
import { taskQuery } from '../../api/queries/tasks'
import { mutation, readNow, stopWaiting } from '../../api/query'
import { usePollOutcome } from '../../api/use-poll-outcome'
import { announce } from '../../lib/announce'
import { nextTask } from '../../lib/clock'
import { useRetryAfter } from '../../lib/cooldowns'
import { drafts } from '../../lib/drafts'
import { useIsUnmounted, useLatest, useSubscription } from '../../lib/hooks'
import { connection } from '../../lib/online'
import { serverClock } from '../../lib/server-clock'
import type { UserKey } from '../../lib/user'
import { addSentFlags, type FlagTarget, flagLog, getDraftKey, readSentFlags } from './flag-storage'
import {
  countSolvedFlags,
  type FlagCounts,
  type FlagProblem,
  getFlagProblem,
  getOutcome,
  getOutcomeMessage,
  isAllWrong,
  type Outcome,
  parseFlagLines,
  wasCounted,
} from './model'
import { addKnownWrong, type FlagRow, preflight, suggestedLines, typedLines } from './preflight'

interface FlagTask extends FlagTarget, FlagCounts {}

/** Suspicious flags, including those known to be wrong. */
const checkFlags = async (task: FlagTask, lines: readonly string[]): Promise<FlagRow[]> => {
  const rows = preflight(lines)
  const wrong = await flagLog.findWrong(
    task,
    rows.flatMap(({ typed, suggested }) => [typed, suggested]),
  )
  return addKnownWrong(rows, wrong)
}

const logVerdicts = (task: FlagTask, { rows }: Outcome): void => {
  const flagsBy = (...variants: string[]) =>
    rows.filter(row => variants.includes(row.variant)).map(({ flag }) => flag)
  void flagLog.record(task, { wrong: flagsBy('incorrect'), right: flagsBy('correct', 'repeated') })
}

/** Don't steal the focus from the terminal or the description. */
const canMoveFocus = (field: HTMLTextAreaElement): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || (field.form?.contains(activeElement) ?? false)
}

/** Typed text leaves the field only when accepted; the draft outlives the page. Nothing is resent automatically. */
export const useFlagSubmission = (task: FlagTask) => {
  const { userId, groupId, taskId, flagsSolved, flagsTotal } = task
  const counts: FlagCounts = { flagsSolved, flagsTotal }
  const { t } = useTranslation('task')
  const draftKey = getDraftKey(task)
  const [state, setState] = useState<PanelState>({ kind: 'idle' })
  const [sent, setSent] = useState(() => readSentFlags(task))
  const [wait, startCooldown] = useFlagCooldown(userId, draftKey)
  const shown = useLatest(state)
  const running = useRef<Promise<void>>(undefined)
  const isUnmounted = useIsUnmounted()
  const { send, readSolved, stop } = useFlagCalls(groupId, taskId)

  const addToSent = (verdicts: Outcome['rows']) => setSent(addSentFlags(task, verdicts))
  const saveDraft = (text: string) => drafts.set(userId, draftKey, text)

  const showOutcome = (lines: readonly string[], field: HTMLTextAreaElement, outcome: Outcome) => {
    saveDraft(outcome.isSolved ? '' : outcome.remaining)
    addToSent(outcome.rows)
    logVerdicts(task, outcome)
    setState({ kind: 'answered', outcome })
    // After leaving the page the verdict is in the list of sent flags.
    if (isUnmounted()) return
    if (outcome.accepted > 0 || outcome.remaining !== lines.join('\n')) field.value = outcome.remaining
    if (canMoveFocus(field)) {
      field.focus({ preventScroll: true })
      field.select()
    }
    announce(getOutcomeMessage(t, outcome), outcome.wrong > 0 ? 'assertive' : 'polite')
  }

  /** Checks the task statuses after a missing response. Sends no writes. */
  const readDelivery = async (before: FlagCounts): Promise<Delivery> => {
    const read = await readSolved()
    if (!read) return 'unknown'
    const isCounted = wasCounted(before, read.solved)
    return isCounted === null ? 'unsaid' : isCounted ? 'counted' : 'missing'
  }

  const showDelivery = (error: unknown, before: FlagCounts, delivery: Delivery) => {
    setState({ kind: 'failed', error, delivery, before })
    // Other outcomes are announced by the form's alert.
    if (delivery === 'counted' && !isUnmounted()) announce(t('arrival.counted'), 'polite')
  }

  const resolveDelivery = async (error: unknown, before: FlagCounts): Promise<Delivery> => {
    showDelivery(error, before, 'checking')
    const delivery = await readDelivery(before)
    showDelivery(error, before, delivery)
    return delivery
  }

  const handleFailure = async (error: unknown, lines: readonly string[]) => {
    if (error instanceof ApiError && error.status === 429) startCooldown(error.retryAfter ?? 0)
    if (!mayHaveBeenCounted(error)) return setState({ kind: 'failed', error, delivery: null, before: counts })
    // The user has stopped waiting: the field is free at once, and the statuses are read in the background.
    if (isTimeout(error)) showDelivery(error, counts, 'unknown')
    const delivery = isTimeout(error) ? 'unknown' : await resolveDelivery(error, counts)
    const variant = delivery === 'counted' && lines.length === 1 ? 'correct' : 'unknown'
    addToSent(lines.map(flag => ({ flag, variant })))
  }

  /** Client-side checks; true if the input was rejected. */
  const rejectInvalid = (lines: readonly string[], field: HTMLTextAreaElement): boolean => {
    const problem = getFlagProblem(lines)
    if (problem) {
      setState({ kind: 'invalid', problem })
      announce(t(`problem.${problem}`), 'assertive')
      field.focus()
    } else if (navigator.onLine) return false
    else setState({ kind: 'offline' })
    return true
  }

  const sendFlags = async (lines: string[], field: HTMLTextAreaElement) => {
    try {
      showOutcome(lines, field, getOutcome(lines, await send(lines, counts), task))
    } catch (error) {
      await handleFailure(error, lines)
    }
  }

  /** One at a time: a second call gets the first. The pending state is painted before it starts. */
  const runExclusively = (run: () => Promise<void>): Promise<void> => {
    running.current ??= nextTask()
      .then(run)
      .finally(() => {
        running.current = undefined
      })
    return running.current
  }

  const submit = (field: HTMLTextAreaElement) => {
    const lines = parseFlagLines(field.value)
    if (running.current || rejectInvalid(lines, field)) return running.current
    return runExclusively(async () => {
      const rows = await checkFlags(task, lines)
      if (rows.some(({ issues }) => issues.length > 0)) setState({ kind: 'confirming', rows })
      else await sendFlags(lines, field)
    })
  }

  const confirm = (rows: readonly FlagRow[], choice: Choice, field: HTMLTextAreaElement) => {
    if (running.current) return running.current
    const lines = choice === 'suggested' ? suggestedLines(rows) : typedLines(rows)
    if (choice === 'suggested') field.value = lines.join('\n')
    saveDraft(field.value)
    setState({ kind: 'idle' })
    field.focus({ preventScroll: true })
    if (rejectInvalid(lines, field)) return undefined
    return runExclusively(() => sendFlags(lines, field))
  }

  const recheck = () =>
    runExclusively(async () => {
      if (state.kind === 'failed') await resolveDelivery(state.error, state.before)
    })

  /** May run beside a submission, whose outcome then counts. */
  const pollDelivery = async () => {
    if (state.kind !== 'failed' || running.current) return
    const { error, before } = state
    const delivery = await readDelivery(before)
    if (delivery !== 'unknown' && shown.current === state && !running.current)
      showDelivery(error, before, delivery)
  }

  useSubscription(connection.onReturn, () =>
    setState(now => (now.kind === 'offline' ? { kind: 'idle' } : now)),
  )
  usePollOutcome(state.kind === 'failed' && state.delivery === 'unknown', pollDelivery)

  const edit = (text: string) => {
    saveDraft(text)
    // The confirmation was about other text.
    if (state.kind === 'confirming' || state.kind === 'offline') setState({ kind: 'idle' })
  }

  return {
    state,
    sent,
    wait,
    submit,
    confirm,
    edit,
    dismiss: () => setState({ kind: 'idle' }),
    /** Checks again whether the flags were counted. */
    recheck,
    /** Ends the wait for a submission or a check; the text stays. */
    stop,
    draft: () => drafts.get(userId, draftKey),
  }
}

export type FlagSubmission = ReturnType<typeof useFlagSubmission>

const isTimeout = (error: unknown): boolean => error instanceof ApiError && error.kind === 'timeout'

/** No readable response, or a server error: the server may still have counted the flag. */
const mayHaveBeenCounted = (error: unknown): boolean => {
  if (!(error instanceof ApiError)) return false
  return error.kind !== 'http' || (error.status ?? 500) >= 500
}

/** Seconds until a 429 cooldown ends; in server time beside the draft, so no reload or device clock shortens it. */
const useFlagCooldown = (userId: UserKey, draftKey: string) => {
  const key = `${draftKey}.until`
  const [cooldown, setCooldown] = useState(() => ({
    retryAfter: Math.max(0, (Number(drafts.get(userId, key)) - serverClock.now()) / 1000),
  }))
  const start = (seconds: number) => {
    drafts.set(userId, key, String(serverClock.now() + seconds * 1000))
    setCooldown({ retryAfter: seconds })
  }
  return [useRetryAfter(cooldown), start] as const
}

/**
 * After a missing response, according to the task statuses: being read, not answered, not said by the answer, not
 * counted, counted.
 */
type Delivery = 'checking' | 'unknown' | 'unsaid' | 'missing' | 'counted'

export type PanelState =
  | { kind: 'idle' }
  | { kind: 'invalid'; problem: FlagProblem }
  /** Suspicious input: the user chooses what to send. */
  | { kind: 'confirming'; rows: readonly FlagRow[] }
  /** Offline when submitted: nothing was sent. */
  | { kind: 'offline' }
  | { kind: 'answered'; outcome: Outcome }
  /** `before`: flags solved before the submission, to detect whether it was counted. */
  | { kind: 'failed'; error: unknown; delivery: Delivery | null; before: FlagCounts }

export type Choice = 'suggested' | 'typed'

const CORRECT = { verdict: 'correct' } as const
const INCORRECT = { verdict: 'incorrect' } as const

const getFlagQueries = (groupId: number, taskId: number) => [
  taskQuery(groupId, taskId),
  taskStatusesQuery(groupId),
  groupQuery(groupId),
  groupListQuery(),
  leaderboardQuery(groupId),
  competenciesQuery(),
]

/** The calls of a submission. Queries are refetched in the background, so the verdict shows immediately. */
const useFlagCalls = (groupId: number, taskId: number) => {
  const queryClient = useQueryClient()
  const { mutateAsync, reset } = useMutation({
    ...mutation('submitFlags'),
    gcTime: 0,
    onSuccess: answer => {
      // Wrong flags only change the attempts left, which the response contains.
      if (isAllWrong(answer)) return
      for (const { queryKey } of getFlagQueries(groupId, taskId))
        void queryClient.invalidateQueries({ queryKey })
    },
  })

  /** Refetches how many flags of the task are solved; null without an answer, `solved` is null if it doesn't say. */
  const readSolved = async (): Promise<{ solved: number | null } | null> => {
    void queryClient.invalidateQueries({ queryKey: taskQuery(groupId, taskId).queryKey })
    const statuses = await readNow(queryClient, taskStatusesQuery(groupId))
    if (!statuses) return null
    const status = statuses.find(one => one.task_id === taskId)
    if (status?.flags_solved != null) return { solved: status.flags_solved }
    const task = await readNow(queryClient, taskQuery(groupId, taskId))
    return task && { solved: countSolvedFlags(task, status) }
  }

  /** Never retried: `readSolved` shows whether an unanswered submission was accepted. */
  const send = async (flags: string[], before: FlagCounts): Promise<FlagResults> => {
    const params = { query: { task_id: taskId, group_id: groupId } }
    // Removes the flags from the mutation cache (V06).
    const answer: FlagResults | null = await mutateAsync({ params, body: { flags } }).finally(reset)
    const { results } = answer ?? {}
    const hasVerdicts = Array.isArray(results) && results.every(result => result?.verdict !== undefined)
    if (answer && hasVerdicts) return answer
    // A response of another shape to a single flag: derive the verdict from the count.
    const [flag] = flags
    if (typeof answer === 'object' && answer !== null && flag !== undefined && flags.length === 1) {
      const isCounted =
        answer.solved || wasCounted(before, answer.flags_solved ?? (await readSolved())?.solved ?? null)
      // A flag that was accepted before doesn't count again.
      const isWrong = isCounted === false && (before.flagsSolved === 0 || before.flagsTotal === 1)
      return { ...answer, results: [{ flag, ...(isCounted ? CORRECT : isWrong && INCORRECT) }] }
    }
    if (answer && Array.isArray(results)) return answer
    // An empty success counts as no response.
    throw new ApiError({ kind: 'badResponse', operation: 'submitFlags', status: 200 })
  }
  const stop = () => {
    stopWaiting(queryClient, { mutationKey: ['submitFlags'] })
    for (const { queryKey } of [taskStatusesQuery(groupId), taskQuery(groupId, taskId)])
      void queryClient.cancelQueries({ queryKey })
  }
  return { send, readSolved, stop }
}
