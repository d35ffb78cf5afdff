import { useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import type { Group, Task } from '../../api/responses'
import { shortErrorMessage } from '../../i18n/error-messages'
import { truncateText } from '../../lib/text'
import { Button } from '../../ui/button'
import { feedbackDialog } from '../feedback/public'
import { useCachedLab } from '../lab/public'

interface ReportProblemProps {
  group: Pick<Group, 'name'>
  task: Task
}

/** Leaves room for what the user writes. */
const MAX_NAME_LENGTH = 200
const MAX_REASON_LENGTH = 500

/** Opens the feedback with where the problem is. The user sees and may change all of it: never a flag, a note or output. */
export const ReportProblem = ({ group, task }: ReportProblemProps) => {
  const { t } = useTranslation(['task', 'lab'])
  const { data: lab } = useCachedLab(task.group_id, task.id)
  const getError = useLastError()
  const write = () => {
    const error = getError()
    const status = lab && LAB_STATES.find(state => state === lab.status)
    const lines = [
      t('report.task', { title: truncateText(task.title, MAX_NAME_LENGTH) }),
      t('report.group', { name: truncateText(group.name, MAX_NAME_LENGTH) }),
      t('report.address', { url: `${location.origin}/group/${task.group_id}/task/${task.id}` }),
      task.has_lab !== false &&
        lab &&
        t('report.lab', { state: t(`state.${status ?? 'unknown'}`, { ns: 'lab' }) }),
      lab?.status === 'off' &&
        lab.error &&
        t('report.labError', { reason: truncateText(lab.error, MAX_REASON_LENGTH) }),
      error && t('report.error', { message: shortErrorMessage(error), call: getCallName(error) }),
      t('report.language'),
    ]
    const facts = lines.filter(line => typeof line === 'string').join('\n')
    feedbackDialog.openWith({ title: t('report.title'), text: `\n\n${facts}`, file: null })
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<MessageCircleQuestion />}
      aria-haspopup="dialog"
      onClick={write}
      className="self-start justify-self-start"
    >
      {t('report.open')}
    </Button>
  )
}

const LAB_STATES = ['off', 'starting', 'ready'] as const

const getCallName = ({ operation, status }: ApiError): string =>
  [operation, status].filter(part => part !== undefined && part !== '').join(' ')

/** What the page shows as failed: the last write, unless one has succeeded since, else a part that could not be read. */
const useLastError = (): (() => ApiError | null) => {
  const queryClient = useQueryClient()
  const lastError = useRef<unknown>(null)
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(event => {
        if (event.type !== 'updated' || event.mutation.options.mutationKey?.[0] === 'sendFeedback') return
        if (event.action.type === 'error') lastError.current = event.action.error
        if (event.action.type === 'success') lastError.current = null
      }),
    [queryClient],
  )
  return () => {
    const reads = queryClient.getQueryCache().findAll({ type: 'active' })
    const errors = [lastError.current, ...reads.map(({ state }) => state.status === 'error' && state.error)]
    return errors.find(error => error instanceof ApiError) ?? null
  }
}
