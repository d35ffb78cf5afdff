import { FileDown, FileX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api/responses'
import type { Attachment } from '../../api/schema.gen'
import { formatSize } from '../../lib/format'
import { FILES_PREFIX, safeFile } from '../../lib/safe-url'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { TaskMarkdown } from './task-markdown'

export const TaskDescription = ({ task }: { task: Task }) => {
  const { t } = useTranslation('task')
  const source: unknown = task.description
  return (
    <Card as="section" padding="lg" aria-labelledby="description" className="flex flex-col gap-4">
      <SectionTitle id="description">{t('description.title')}</SectionTitle>
      {typeof source !== 'string' || source.trim() === '' ? (
        <p className="text-muted">{t('description.empty')}</p>
      ) : (
        <TaskMarkdown source={source} idPrefix="description-" />
      )}
      <TaskFiles files={task.attachments} />
    </Card>
  )
}

/** Only files served by the platform are links (X10); others are plain text. */
const TaskFiles = ({ files }: { files: readonly Attachment[] }) => {
  const { t } = useTranslation('task')
  if (files.length === 0) return null
  return (
    <section aria-labelledby="files" className="flex flex-col gap-2 border-t border-line pt-4">
      <SectionTitle level={3} id="files">
        {t('files.title')}
      </SectionTitle>
      <ul className="flex flex-col gap-1.5">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is stable.
          <FileRow key={index} file={file} />
        ))}
      </ul>
    </section>
  )
}

const FileRow = ({ file: { name, url, size } }: { file: Attachment }) => {
  const { t, i18n } = useTranslation('task')
  const path = safeFile(url, FILES_PREFIX)
  const isForeign = path === null
  const Icon = isForeign ? FileX : FileDown
  const label = (
    <>
      <Icon className="size-4 shrink-0 text-muted" />
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{getVisibleName(name)}</bdi>
    </>
  )
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      {isForeign ? (
        label
      ) : (
        <a href={path} download className="inline-flex min-h-6 min-w-0 items-center gap-2">
          {label}
        </a>
      )}
      {size !== undefined && <span className="shrink-0 text-muted">{formatSize(size, i18n.language)}</span>}
      {isForeign && <span className="text-muted">({t('files.foreign')})</span>}
    </li>
  )
}

/** Replaces bidi controls and invisible characters: they could show `gpj.exe` as `exe.jpg`. */
const getVisibleName = (name: unknown): string =>
  typeof name === 'string'
    ? name.replace(/[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '\ufffd')
    : '–'
