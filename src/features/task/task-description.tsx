import { EyeOff, FileDown, FileX, Lock } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../../../packages/contract/schema.gen'
import type { Task, TaskStatus } from '../../api/responses'
import { difficultyLabel, taskStateLabel } from '../../i18n/task-labels'
import { formatDateTime, formatNumber, formatSize } from '../../lib/format'
import { FILES_PREFIX, safeFile } from '../../lib/safe-url'
import { Badge } from '../../ui/badge'
import { Banner } from '../../ui/banner'
import { Difficulty } from '../../ui/difficulty'
import { SectionTitle } from '../../ui/page-title'
import { StatusIcon } from '../../ui/status-icon'
import { getTaskState } from '../groups/public'
import { TaskMarkdown } from './task-markdown'

interface TaskMetaProps {
  task: Task
  status: TaskStatus | undefined
  /** How many people have solved it, if the server says. */
  solvedBy: number | undefined
  /** The page has a switch that says whether the task is hidden. */
  hasSwitch?: boolean
}

export const TaskMeta = ({ task, status, solvedBy, hasSwitch = false }: TaskMetaProps) => {
  const { t, i18n } = useTranslation(['task', 'common'])
  const state = getTaskState(task, status)
  const difficulty = difficultyLabel(task.difficulty)
  const earned = status?.points_earned ?? 0
  const isHidden = task.status === 'hidden' || !task.visible
  const solvedAt =
    state === 'solved' && status?.solved_at
      ? t('solved.at', { date: formatDateTime(status.solved_at, i18n.language) })
      : null
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <StatusIcon status={state} label={solvedAt ?? taskStateLabel(state)} isLabelVisible />
      {difficulty && <Difficulty {...difficulty} />}
      <span>
        {earned > 0 && earned < task.points
          ? t('points.earned', { earned, count: task.points })
          : t('count.points', { ns: 'common', count: task.points })}
      </span>
      {task.important && <Badge tone="warning">{t('required')}</Badge>}
      {isHidden && !hasSwitch && <Badge icon={<EyeOff />}>{t('hidden')}</Badge>}
      {solvedBy !== undefined && (
        <span>
          {solvedBy > 0
            ? t('solvedBy', { count: solvedBy, people: formatNumber(solvedBy, i18n.language) })
            : t('solvedByNobody')}
        </span>
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
      className={isSolved ? undefined : 'xl:hidden'}
    >
      {task.disabled_reason && <bdi>{task.disabled_reason}</bdi>}
    </Banner>
  )
}

/** Memoized: a long text takes long to render. */
export const TaskDescription = memo(({ task }: { task: Task }) => {
  const { t } = useTranslation('task')
  const source: unknown = task.description
  return (
    <>
      {typeof source !== 'string' || source.trim() === '' ? (
        <p className="text-muted">{t(source === undefined ? 'description.unsaid' : 'description.empty')}</p>
      ) : (
        <TaskMarkdown source={source} idPrefix="description-" />
      )}
      <TaskFiles files={task.attachments} />
    </>
  )
})

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
      {isForeign && <span className="text-muted">{`(${t('files.foreign')})`}</span>}
    </li>
  )
}

/** Replaces bidi controls and invisible characters: they could show `gpj.exe` as `exe.jpg`. */
const getVisibleName = (name: unknown): string =>
  typeof name === 'string'
    ? name.replace(/[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '\ufffd')
    : '–'
