import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { reasonText } from '../../i18n/error-text'
import { useMarkdownWords } from '../../i18n/use-markdown-words'
import { filesPrefix } from '../../lib/files-prefix'
import { textIn } from '../../lib/text-in'
import { useRetryAfter } from '../../lib/use-retry-after'
import { writeupQuery } from '../../queries/writeup'
import { Button } from '../../ui/button'
import { Markdown } from '../../ui/markdown/markdown'
import { SectionError } from '../../ui/section-error'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'

interface WriteupTextProps {
  groupId: number
  taskId: number
  /** The pressed retry is gone while it loads: the focus needs a place. */
  onRetry: () => void
}

/** Reads and shows the write-up; its load failure stays in this section (specification §8). */
export const WriteupText = ({ groupId, taskId, onRetry }: WriteupTextProps) => {
  const { t } = useTranslation('hints')
  const markdown = useMarkdownWords()
  const { data, error, isFetching, refetch } = useQuery(writeupQuery(groupId, taskId))
  const retry = () => {
    onRetry()
    void refetch()
  }
  if (!data) {
    if (error) return <Failure error={error} isPending={isFetching} onRetry={retry} />
    return (
      <SkeletonGroup label={t('writeup.loading')}>
        <SkeletonText lines={8} className="max-w-prose" />
      </SkeletonGroup>
    )
  }
  const content = data.content === '' ? '' : textIn(data)
  if (content === null) return <Failure error={null} isPending={isFetching} onRetry={retry} />
  if (content.trim() === '') return <p className="text-muted">{t('writeup.empty')}</p>
  return <Markdown source={content} idPrefix="writeup-" imagePrefix={filesPrefix} {...markdown} />
}

interface FailureProps {
  /** Null: an answer came, and it is no write-up. */
  error: ApiError | null
  isPending: boolean
  onRetry: () => void
}

const Failure = ({ error, isPending, onRetry }: FailureProps) => {
  const { t } = useTranslation(['hints', 'common'])
  const wait = useRetryAfter(error)
  return (
    <SectionError
      title={t('writeup.failed')}
      message={error ? reasonText(error) : t('writeup.unreadable')}
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
