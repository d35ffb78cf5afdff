import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Attachment, Task } from '../../api/schema.gen'
import { announce } from '../../lib/announce'
import { formatSize } from '../../lib/format'
import { Card } from '../../ui/card'
import { Markdown } from '../../ui/markdown/markdown'
import { SectionTitle } from '../../ui/page-title'

/** Where the platform keeps the files of tasks; an image from anywhere else is not loaded. */
const filesPrefix = '/files/'

/** What is to be done, and the files for it. */
export const TaskDescription = ({ task }: { task: Task }) => {
  const { t } = useTranslation(['task', 'common'])
  return (
    <Card as="section" padding="lg" aria-labelledby="description" className="flex flex-col gap-4">
      <SectionTitle id="description">{t('description.title')}</SectionTitle>
      {task.description.trim() === '' ? (
        <p className="text-muted">{t('description.empty')}</p>
      ) : (
        <Markdown
          source={task.description}
          idPrefix="description-"
          imagePrefix={filesPrefix}
          words={{
            copyCode: t('description.copyCode'),
            copied: t('copied', { ns: 'common' }),
            external: t('description.external'),
            plainNotice: t('description.plain'),
            stepDone: t('description.stepDone'),
            stepOpen: t('description.stepOpen'),
          }}
          onCopied={() => announce(t('copied', { ns: 'common' }), 'polite')}
        />
      )}
      {task.attachments.length > 0 && <Attachments files={task.attachments} />}
    </Card>
  )
}

const isOwnFile = (url: string): boolean => {
  try {
    const { origin, pathname } = new URL(url, window.location.origin)
    return origin === window.location.origin && pathname.startsWith(filesPrefix)
  } catch {
    return false
  }
}

const Attachments = ({ files }: { files: readonly Attachment[] }) => {
  const { t, i18n } = useTranslation('task')
  return (
    <section aria-labelledby="files" className="flex flex-col gap-2 border-t border-line pt-4">
      <SectionTitle level={3} id="files">
        {t('files.title')}
      </SectionTitle>
      <ul className="flex flex-col gap-1.5">
        {files.map(({ name, url, size }) => (
          <li key={`${name} ${url}`} className="flex min-w-0 items-center gap-2 text-sm">
            <FileDown className="size-4 shrink-0 text-muted" aria-hidden />
            {isOwnFile(url) ? (
              <a href={url} download className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
              </a>
            ) : (
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
            )}
            <span className="shrink-0 text-muted">{formatSize(size, i18n.language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
