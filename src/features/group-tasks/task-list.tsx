import { useTranslation } from 'react-i18next'
import { useRowKeys } from '../../lib/shortcuts-rows'
import type { StatusMap } from '../../queries/task-progress'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import type { FoundTasks } from './filter-tasks'
import { TaskRow } from './task-row'

interface TaskListProps {
  groupId: number
  categories: FoundTasks['categories']
  statuses: StatusMap
}

/** The tasks under their categories; lists, not tiles, because this is scanned. */
export const TaskList = ({ groupId, categories, statuses }: TaskListProps) => {
  const { t } = useTranslation('task')
  useRowKeys()
  const sections = categories.map(({ id, name, tasks }) => {
    const solved = tasks.filter(task => statuses.get(task.id)?.solved).length
    return (
      <section key={id} aria-labelledby={`category-${id}`} className="flex flex-col gap-3">
        <SectionTitle
          id={`category-${id}`}
          actions={
            <span className="text-sm tabular-nums text-muted">
              {t('category.progress', { solved, total: tasks.length })}
            </span>
          }
        >
          <bdi>{name}</bdi>
        </SectionTitle>
        <Card padding="none" className="overflow-clip">
          <ul className="divide-y divide-line">
            {tasks.map(task => (
              <TaskRow key={task.id} groupId={groupId} task={task} status={statuses.get(task.id)} />
            ))}
          </ul>
        </Card>
      </section>
    )
  })
  return <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 2xl:grid-cols-2">{sections}</div>
}
