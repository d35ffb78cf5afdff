import { FileDown, FileX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../../api/schema.gen'
import { filesPrefix } from '../../lib/files-prefix'
import { formatSize } from '../../lib/format'
import { safeFile } from '../../lib/safe-url'
import { SectionTitle } from '../../ui/page-title'

const isFile = (file: unknown): boolean => typeof file === 'object' && file !== null

/** The files of a task. Only those that the platform serves are links (reliability X10); the rest are named. */
export const TaskFiles = ({ files }: { files: readonly Attachment[] }) => {
  const { t } = useTranslation('task')
  // Types are not checks: what is no file costs itself.
  const shown = Array.isArray(files) ? files.filter(isFile) : []
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="files" className="flex flex-col gap-2 border-t border-line pt-4">
      <SectionTitle level={3} id="files">
        {t('files.title')}
      </SectionTitle>
      <ul className="flex flex-col gap-1.5">
        {shown.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never moves.
          <FileRow key={index} file={file} />
        ))}
      </ul>
    </section>
  )
}

const rowClass = 'flex min-w-0 flex-wrap items-center gap-x-2 text-sm'

const FileRow = ({ file: { name, url, size } }: { file: Attachment }) => {
  const { t, i18n } = useTranslation('task')
  const path = safeFile(url, filesPrefix)
  const sizeText = size !== undefined && (
    <span className="shrink-0 text-muted">{formatSize(size, i18n.language)}</span>
  )
  if (path === null) {
    return (
      <li className={rowClass}>
        <FileX className="size-4 shrink-0 text-muted" aria-hidden />
        <bdi className="min-w-0 [overflow-wrap:anywhere]">{shownName(name)}</bdi>
        {sizeText}
        <span className="text-muted">({t('files.foreign')})</span>
      </li>
    )
  }
  return (
    <li className={rowClass}>
      <a
        href={path}
        download
        className="inline-flex min-h-6 min-w-0 items-center gap-2 [overflow-wrap:anywhere]"
      >
        <FileDown className="size-4 shrink-0 text-muted" aria-hidden />
        <bdi className="min-w-0">{shownName(name)}</bdi>
      </a>
      {sizeText}
    </li>
  )
}

/**
 * A name as it will stand on the disk: characters that turn the text around would show `gpj.exe` as `exe.jpg`, and
 * others show nothing at all.
 */
const shownName = (name: unknown): string =>
  typeof name === 'string'
    ? name.replace(/[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '\ufffd')
    : '–'
