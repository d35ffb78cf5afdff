import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { useIsUnmounted } from '../../lib/use-is-unmounted'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { Task } from '../../queries/answers'
import { type HintOutcome, takenHints, useTakeHint } from '../../queries/hints'
import { useFindOut } from '../../queries/use-find-out'

const failureOf = (outcome: HintOutcome | null): ApiError | null =>
  outcome?.kind === 'failed' && outcome.error instanceof ApiError ? outcome.error : null

/** Takes hints on the person's word and says once what came of it. `wait`: seconds until the server takes another try. */
export const useHintTaking = (task: Task) => {
  const { t } = useTranslation('hints')
  const { take: takeHint, find, isPending } = useTakeHint(task)
  const [outcome, setOutcome] = useState<HintOutcome | null>(null)
  const isGone = useIsUnmounted()
  const wait = useRetryAfter(failureOf(outcome))
  const take = async (): Promise<void> => {
    setOutcome(null)
    // What goes wrong on the way to an answer is a failed hint like any other (specification §7).
    const next = await takeHint().catch(
      (error: unknown): HintOutcome => ({
        kind: 'failed',
        error,
        isUncertain: false,
        takenBefore: takenHints(task).length,
      }),
    )
    tell(next)
  }
  const tell = (next: HintOutcome | null) => {
    if (!next || isGone()) return
    setOutcome(next)
    // The other outcomes stand in an alert, which speaks for itself.
    if (next.kind === 'taken') announce(t('opened', { number: takenHints(task).length + 1 }), 'polite')
  }
  const lost = outcome?.kind === 'failed' && outcome.isUncertain ? outcome : null
  useFindOut(lost !== null, async () => lost && tell(await find(lost)))
  return { outcome, isPending, wait, take }
}
