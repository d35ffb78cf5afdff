import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, BookOpen, Eye, Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { writeupQuery } from '../../api/queries/tasks'
import type { Task } from '../../api/responses'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { useRetryAfter } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useOnChange } from '../../lib/hooks'
import { extractText } from '../../lib/text'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { type WriteupAccess, writeupAccess } from './model'
import { TaskMarkdown } from './task-markdown'

interface WriteupProps {
  task: Task
  isSolved: boolean
}

export const WriteupCard = ({ task, isSolved }: WriteupProps) => {
  const { t } = useTranslation('hints')
  const isShown = useSearch({ strict: false }).pane === 'writeup'
  const link = useFocusOnReturn(isShown)
  if (task.has_writeup === false || isShown) return null
  const access = writeupAccess(task, isSolved)
  return (
    <Card
      as="section"
      padding="lg"
      aria-labelledby="writeup-card"
      className="flex flex-col items-start gap-3"
    >
      <SectionTitle id="writeup-card">{t('writeup.title')}</SectionTitle>
      <div className="flex flex-col gap-1 text-sm text-muted">
        {rules[access].map(rule => (
          <p key={rule}>{t(rule)}</p>
        ))}
      </div>
      {access !== 'closed' && (
        <Link
          ref={link}
          from="/group/$groupId/task/$taskId"
          to="."
          search={search => ({ ...search, pane: 'writeup' })}
          resetScroll={false}
          className={buttonClass({})}
        >
          <BookOpen className="size-4" />
          <span>{t('writeup.open')}</span>
        </Link>
      )}
    </Card>
  )
}

const rules = {
  open: ['writeup.solved'],
  spoiler: ['writeup.always', 'writeup.warned'],
  closed: ['writeup.afterSolve'],
  unknown: ['writeup.unknownRule', 'writeup.warned'],
} as const satisfies Record<WriteupAccess, readonly string[]>

/** Restores the focus to the link after the pane was closed, unless it was moved. */
const useFocusOnReturn = (isShown: boolean) => {
  const link = useRef<HTMLAnchorElement>(null)
  useOnChange(isShown, () => {
    if (!isShown && isFocusLost()) link.current?.focus({ preventScroll: true })
  })
  return link
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
          <ArrowLeft className="size-4" />
          <span>{t('writeup.back')}</span>
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
