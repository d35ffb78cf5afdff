import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import type { MutationOutcome } from '../../queries/attempt-mutation'
import type { AttemptRule } from '../../queries/attempt-rules'
import { useStartAttempt } from '../../queries/exam-mutations'
import type { AttemptView } from '../../queries/exam-view'

const shouldShowOutcome = ({ kind }: MutationOutcome, { actions }: AttemptRule): boolean => {
  const isRunning = actions.includes('openTasks')
  if (kind === 'found') return isRunning
  return actions.includes('start') || (kind === 'refused' && isRunning)
}

/** Announces the start once. */
export const useExamStart = (groupId: number, { id, rule }: AttemptView) => {
  const { t } = useTranslation('exam')
  const { outcome, isPending, ...start } = useStartAttempt(groupId, id)
  const kind = outcome?.kind
  const announcedKind = useRef(kind)
  useEffect(() => {
    if (announcedKind.current === kind) return
    announcedKind.current = kind
    if (kind === 'done') announce(t('start.done'))
    if (kind === 'found') announce(t('start.found'))
  }, [kind, t])
  return {
    ...start,
    // A poll may have shown the result before the response arrives.
    isPending: isPending && rule.actions.includes('start'),
    outcome: outcome && shouldShowOutcome(outcome, rule) ? outcome : null,
  }
}

export type ExamStart = ReturnType<typeof useExamStart>
