import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { taskStatusesQuery } from '../../api/queries/groups'
import { taskQuery } from '../../api/queries/tasks'
import type { Task, TaskStatus } from '../../api/responses'
import type { TaskRef } from '../../api/task-ref'
import { useSession } from '../../api/use-session'
import { userKey } from '../../lib/user'
import { Banner } from '../../ui/banner'
import { isTaskSolved } from '../groups/public'
import { FlagForm } from './flag-form'
import { countSolvedFlags, getOutcomeMessage } from './model'
import { useFlagSubmission } from './use-flag-submission'

interface FlagBarProps {
  target: TaskRef
  /** A flag to be submitted; without one the draft is shown. */
  found: string
}

/** Submits flags of a task without leaving its terminal. Reads what the page of the task has loaded. */
export const FlagBar = ({ target: { groupId, taskId }, found }: FlagBarProps) => {
  const { data: task } = useQuery({ ...taskQuery(groupId, taskId), enabled: false })
  const { data: statuses } = useQuery({ ...taskStatusesQuery(groupId), enabled: false })
  const status = statuses?.find(one => one.task_id === taskId)
  return task && <Bar key={found} task={task} status={status} found={found} />
}

const Bar = ({ task, status, found }: { task: Task; status: TaskStatus | undefined; found: string }) => {
  const { t } = useTranslation('task')
  const { user } = useSession()
  const submission = useFlagSubmission({
    userId: user ? userKey(user) : 0,
    groupId: task.group_id,
    taskId: task.id,
    flagsSolved: countSolvedFlags(task, status),
    flagsTotal: task.flags_total,
  })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { state } = submission
  const outcome = state.kind === 'answered' ? state.outcome : null
  const isSolved = isTaskSolved(task, status) || outcome?.isSolved
  return (
    <div className="flex max-h-[50dvh] flex-col gap-2 overflow-y-auto border-b border-line p-2">
      {isSolved || outcome?.accepted || outcome?.wrong === 0 ? (
        <Banner tone={isSolved || outcome?.accepted ? 'success' : 'neutral'}>
          {outcome ? getOutcomeMessage(t, outcome) : t('solved.title')}
        </Banner>
      ) : null}
      {!isSolved && <FlagForm submission={submission} field={field} isCompact initial={found || undefined} />}
    </div>
  )
}
