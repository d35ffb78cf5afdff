import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Eye, Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { shortErrorMessage } from '../../i18n/error-messages'
import { useMarkdownProps } from '../../i18n/use-markdown-props'
import { extractText } from '../../lib/extract-text'
import { FILES_PREFIX } from '../../lib/files-prefix'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { Task } from '../../queries/responses'
import { writeupQuery } from '../../queries/writeup'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Markdown } from '../../ui/markdown/markdown'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { writeupAccess } from './writeup-rule'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

/** Replaces the description at `?pane=writeup`. */
export const WriteupPane = ({ task, isSolved }: WriteupProps) => {
  const { t } = useTranslation('hints')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card as="section" padding="lg" aria-labelledby="writeup" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* `data-page-focus`: the page focuses this heading when it opens with the pane. */}
        <h2 id="writeup" ref={heading} tabIndex={-1} data-page-focus className="text-lg">
          {t('writeup.title')}
        </h2>
        <Link
          from="/group/$groupId/task/$taskId"
          to="."
          search={({ pane: _, ...search }) => search}
          resetScroll={false}
          data-no-print
          className="inline-flex min-h-6 items-center gap-1.5 text-sm"
        >
          <ArrowLeft className="size-4" aria-hidden />
          {t('writeup.back')}
        </Link>
      </div>
      <WriteupBody
        key={task.id}
        task={task}
        isSolved={isSolved}
        focusHeading={() => heading.current?.focus()}
      />
    </Card>
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
    return <WriteupText groupId={task.group_id} taskId={task.id} onRetry={focusHeading} />
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
        <Button size="sm" icon={<Eye className="size-4" aria-hidden />} onClick={show}>
          {t('writeup.show')}
        </Button>
      }
    >
      {t('writeup.spoilerText')}
    </Banner>
  )
}

interface WriteupTextProps {
  groupId: number
  taskId: number
  /** Receives the focus, because the retry button unmounts while loading. */
  onRetry: () => void
}

/** A load failure stays in this section. */
const WriteupText = ({ groupId, taskId, onRetry }: WriteupTextProps) => {
  const { t } = useTranslation('hints')
  const markdown = useMarkdownProps()
  const { data, error, isFetching, refetch } = useQuery(writeupQuery(groupId, taskId))
  const retry = () => {
    onRetry()
    void refetch()
  }
  if (!data) {
    if (error) return <WriteupError error={error} isPending={isFetching} onRetry={retry} />
    return (
      <SkeletonGroup label={t('writeup.loading')}>
        <SkeletonText lines={8} className="max-w-prose" />
      </SkeletonGroup>
    )
  }
  const content = data.content === '' ? '' : extractText(data)
  if (content === null) return <WriteupError error={null} isPending={isFetching} onRetry={retry} />
  if (content.trim() === '') return <p className="text-muted">{t('writeup.empty')}</p>
  return <Markdown source={content} idPrefix="writeup-" imagePrefix={FILES_PREFIX} {...markdown} />
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
        <Button
          isPending={isPending}
          onClick={onRetry}
          {...(wait > 0 && { disabledReason: t('wait', { seconds: wait }) })}
        >
          {t('retry', { ns: 'common' })}
        </Button>
      }
    />
  )
}
