import { useTranslation } from 'react-i18next'
import { useMarkdownWords } from '../../i18n/use-markdown-words'
import { filesPrefix } from '../../lib/files-prefix'
import type { Task } from '../../queries/answers'
import { Card } from '../../ui/card'
import { Markdown } from '../../ui/markdown/markdown'
import { SectionTitle } from '../../ui/page-title'
import { TaskFiles } from './task-files'

/** What is to be done, and the files for it. */
export const TaskDescription = ({ task }: { task: Task }) => {
  const { t } = useTranslation('task')
  const markdown = useMarkdownWords()
  const source: unknown = task.description
  return (
    <Card as="section" padding="lg" aria-labelledby="description" className="flex flex-col gap-4">
      <SectionTitle id="description">{t('description.title')}</SectionTitle>
      {typeof source !== 'string' || source.trim() === '' ? (
        <p className="text-muted">{t('description.empty')}</p>
      ) : (
        <Markdown source={source} idPrefix="description-" imagePrefix={filesPrefix} {...markdown} />
      )}
      <TaskFiles files={task.attachments} />
    </Card>
  )
}
