import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import type { AttemptRule } from '../../queries/attempt-rules'
import { useStartAttempt } from '../../queries/exam-calls'
import type { AttemptView } from '../../queries/exam-view'
import type { WriteOutcome } from '../../queries/group-write'

/** Whether what became of a start still has something to say in the state that the attempt has now. */
const isTelling = ({ kind }: WriteOutcome, { actions }: AttemptRule): boolean => {
  const isRunning = actions.includes('openTasks')
  if (kind === 'found') return isRunning
  return actions.includes('start') || (kind === 'refused' && isRunning)
}

/** The start of an attempt; says once that it has happened, when it happens while the person is here. */
export const useExamStart = (groupId: number, { id, rule }: AttemptView) => {
  const { t } = useTranslation('exam')
  const { outcome, isPending, ...start } = useStartAttempt(groupId, id)
  const kind = outcome?.kind
  const said = useRef(kind)
  useEffect(() => {
    if (said.current === kind) return
    said.current = kind
    if (kind === 'done') announce(t('start.done'))
    if (kind === 'found') announce(t('start.found'))
  }, [kind, t])
  return {
    ...start,
    // A reading may have told the outcome before the answer does.
    isPending: isPending && rule.actions.includes('start'),
    outcome: outcome && isTelling(outcome, rule) ? outcome : null,
  }
}

export type ExamStart = ReturnType<typeof useExamStart>
