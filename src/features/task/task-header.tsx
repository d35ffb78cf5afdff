import { EyeOff, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Task, TaskStatus } from '../../api/responses'
import { difficultyLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatDateTime } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { cx } from '../../ui/cx'
import { Difficulty } from '../../ui/difficulty'
import { StatusIcon } from '../../ui/status-icon'
import { getTaskState } from '../groups/public'

export const TaskMeta = ({ task, status }: { task: Task; status: TaskStatus | undefined }) => {
  const { t, i18n } = useTranslation(['task', 'common'])
  const state = getTaskState(task, status)
  const difficulty = difficultyLabel(task.difficulty)
  const earned = status?.points_earned ?? 0
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <StatusIcon status={state} label={taskStateLabel(state)} isLabelVisible />
      {difficulty && <Difficulty {...difficulty} />}
      <span className="tabular-nums">
        {earned > 0 && earned < task.points
          ? t('points.earned', { earned, count: task.points })
          : t('count.points', { ns: 'common', count: task.points })}
      </span>
      {task.important && <Badge tone="warning">{t('required')}</Badge>}
      {(task.status === 'hidden' || !task.visible) && <Badge icon={<EyeOff />}>{t('hidden')}</Badge>}
      {status?.solved && status.solved_at && (
        <span>{t('solved.at', { date: formatDateTime(status.solved_at, i18n.language) })}</span>
      )}
    </span>
  )
}

/** On wide screens the flag panel shows the same. */
export const DisabledNotice = ({ task, isSolved }: { task: Task; isSolved: boolean }) => {
  const { t } = useTranslation('task')
  if (task.status !== 'disabled') return null
  return (
    <Banner
      tone="neutral"
      icon={<Lock />}
      title={t('disabled.notice')}
      className={cx('max-w-[88rem] 2xl:max-w-none', !isSolved && 'xl:hidden')}
    >
      {task.disabled_reason && <bdi>{task.disabled_reason}</bdi>}
    </Banner>
  )
}
