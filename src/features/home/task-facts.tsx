import { useTranslation } from 'react-i18next'
import { difficultyText } from '../../i18n/task-text'
import type { TaskSummary } from '../../queries/answers'
import { Badge } from '../../ui/badge'
import { Difficulty } from '../../ui/difficulty'

/** Difficulty, points and whether the task is required, in one line. */
export const TaskFacts = ({ task }: { task: TaskSummary }) => {
  const { t } = useTranslation(['task', 'common'])
  const difficulty = difficultyText(task.difficulty)
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      {difficulty && <Difficulty {...difficulty} />}
      <span>{t('count.points', { ns: 'common', count: task.points })}</span>
      {task.important && <Badge tone="warning">{t('required')}</Badge>}
    </p>
  )
}
