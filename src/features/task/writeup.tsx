import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { BookOpen, Eye, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { writeupQuery } from '../../api/queries/tasks'
import type { Task } from '../../api/responses'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { useRetryAfter } from '../../lib/cooldowns'
import { extractText } from '../../lib/text'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { tabClass } from '../../ui/tab-class'
import { writeupAccess } from './model'
import { TaskDescription } from './task-description'
import { TaskMarkdown } from './task-markdown'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

/** Description and write-up, one at a time, by `?pane`. */
export const TaskTexts = ({ task, isSolved }: WriteupProps) => {
  const { t } = useTranslation(['hints', 'task'])
  const hasTabs = task.has_writeup !== false
  const showsWriteup = useSearch({ strict: false }).pane === 'writeup' && hasTabs
  const heading = useRef<HTMLHeadingElement>(null)
  const textId = showsWriteup ? 'writeup' : 'description'
  const link = { from: '/group/$groupId/task/$taskId', to: '.', resetScroll: false } as const
  return (
    <Card as="section" padding="lg" aria-labelledby={textId} className="flex flex-col gap-4">
      {hasTabs && (
        <nav
          aria-label={t('panes.texts', { ns: 'task' })}
          data-no-print
          className="-mx-4 -mt-4 flex border-b border-line px-1 sm:-mx-6 sm:-mt-6 sm:px-3"
        >
          <Link
            {...link}
            search={({ pane: _, ...search }) => search}
            activeOptions={{ exact: true }}
            aria-current={showsWriteup ? undefined : 'page'}
            className={tabClass}
          >
            {t('description.title', { ns: 'task' })}
          </Link>
          <Link {...link} search={search => ({ ...search, pane: 'writeup' })} className={tabClass}>
            {writeupAccess(task, isSolved) === 'closed' && <Lock className="size-4" />}
            <span>{t('writeup.title')}</span>
          </Link>
        </nav>
      )}
      <h2
        id={textId}
        ref={heading}
        tabIndex={-1}
        className={hasTabs ? 'sr-only print:not-sr-only' : 'text-lg'}
      >
        {showsWriteup ? t('writeup.title') : t('description.title', { ns: 'task' })}
      </h2>
      {showsWriteup ? (
        <WriteupBody
          key={task.id}
          task={task}
          isSolved={isSolved}
          focusHeading={() => heading.current?.focus()}
        />
      ) : (
        <TaskDescription task={task} />
      )}
    </Card>
  )
}

/** Beside the next task, once the own one is solved. */
export const WriteupLink = ({ task }: { task: Task }) => {
  const { t } = useTranslation('hints')
  const isShown = useSearch({ strict: false }).pane === 'writeup'
  if (task.has_writeup === false || isShown) return null
  return (
    <Link
      from="/group/$groupId/task/$taskId"
      to="."
      search={search => ({ ...search, pane: 'writeup' })}
      className={buttonClass({ isBlock: true })}
    >
      <BookOpen className="size-4" />
      <span>{t('writeup.open')}</span>
    </Link>
  )
}

/** Unsolved tasks ask for confirmation first, unless the write-up is already cached. */
const WriteupBody = ({ task, isSolved, focusHeading }: WriteupProps & { focusHeading: () => void }) => {
  const { t } = useTranslation('hints')
  const queryClient = useQueryClient()
  const { queryKey } = writeupQuery(task.group_id, task.id)
  const [isConfirmed, setConfirmed] = useState(() => queryClient.getQueryData(queryKey) !== undefined)
  const access = writeupAccess(task, isSolved)
  if (access === 'closed') {
    return (
      <Banner tone="neutral" icon={<Lock />}>
        {t('writeup.afterSolve')}
      </Banner>
    )
  }
  if (access === 'open' || isConfirmed) {
    return <WriteupText task={task} onRetry={focusHeading} />
  }
  const show = () => {
    setConfirmed(true)
    focusHeading()
  }
  return (
    <Banner
      tone="warning"
      title={t('writeup.spoiler')}
      action={
        <Button size="sm" icon={<Eye />} onClick={show}>
          {t('writeup.show')}
        </Button>
      }
    >
      {t('writeup.spoilerText')}
    </Banner>
  )
}

/** A load failure stays in this section. `onRetry` moves the focus, because the retry button unmounts while loading. */
const WriteupText = ({ task, onRetry }: { task: Task; onRetry: () => void }) => {
  const { t } = useTranslation('hints')
  const { data, error, isFetching, refetch } = useQuery(writeupQuery(task.group_id, task.id))
  const retry = () => {
    onRetry()
    void refetch()
  }
  if (!data && !error) {
    return (
      <SkeletonGroup label={t('writeup.loading')}>
        <SkeletonText lines={8} className="max-w-prose" />
      </SkeletonGroup>
    )
  }
  const content = data?.content === '' ? '' : extractText(data)
  if (content === null)
    return <WriteupError error={data ? null : error} isPending={isFetching} onRetry={retry} />
  if (content.trim() === '') return <p className="text-muted">{t('writeup.empty')}</p>
  return <TaskMarkdown source={content} idPrefix="writeup-" />
}

interface WriteupErrorProps {
  /** Null for an unreadable response. */
  error: ApiError | null
  isPending: boolean
  onRetry: () => void
}

const WriteupError = ({ error, isPending, onRetry }: WriteupErrorProps) => {
  const { t } = useTranslation(['hints', 'common'])
  const wait = useRetryAfter(error)
  return (
    <SectionError
      title={t('writeup.failed')}
      message={error ? shortErrorMessage(error) : t('writeup.unreadable')}
      action={
        <Button isPending={isPending} onClick={onRetry} disabledReason={retryReason(wait)}>
          {t('retry', { ns: 'common' })}
        </Button>
      }
    />
  )
}
