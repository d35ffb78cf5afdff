import { useTranslation } from 'react-i18next'
import { useRowLinks } from '../../lib/row-links'
import { useRowKeys } from '../../lib/shortcuts-rows'
import { useGradualCount, useGradualValue } from '../../lib/use-gradual-count'
import type { StatusMap } from '../../queries/task-progress'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'
import type { FoundTasks } from './filter-tasks'
import { TaskRow, type VisibilityPart } from './task-row'

interface TaskListProps {
  groupId: number
  categories: FoundTasks['categories']
  statuses: StatusMap
  /** Changing it restarts incremental rendering. */
  filters: unknown
  Visibility?: VisibilityPart | undefined
}

/** Above this, rows use `content-visibility`. */
const LONG_LIST_FROM = 150

export const TaskList = ({ groupId, categories, statuses, filters, Visibility }: TaskListProps) => {
  const { t, i18n } = useTranslation('task')
  useRowKeys()
  const total = categories.reduce((sum, { tasks }) => sum + tasks.length, 0)
  const isLong = total > LONG_LIST_FROM
  const links = useRowLinks(taskId => ({ to: '/group/$groupId/task/$taskId', params: { groupId, taskId } }))
  const count = useGradualCount(total, filters)
  const languageOf = useGradualValue(i18n.language, total)
  let startIndex = 0
  const sections = categories.map(({ id, name, tasks }) => {
    const solved = tasks.filter(task => statuses.get(task.id)?.solved).length
    const shown = tasks.slice(0, Math.max(0, count - startIndex))
    const missing = tasks.length - shown.length
    const start = startIndex
    startIndex += tasks.length
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
          <ul className={cx('divide-y divide-line', isLong && 'long-list')}>
            {shown.map((task, index) => (
              <TaskRow
                key={task.id}
                groupId={groupId}
                task={task}
                status={statuses.get(task.id)}
                links={links}
                language={languageOf(start + index)}
                Visibility={Visibility}
              />
            ))}
            {/* Reserves the height of rows not yet rendered, so that scroll restoration works. */}
            {missing > 0 && <li aria-hidden style={{ height: `${missing * 3.5}rem` }} />}
          </ul>
        </Card>
      </section>
    )
  })
  return <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 2xl:grid-cols-2">{sections}</div>
}
