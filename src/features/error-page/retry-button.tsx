import { RotateCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { useRerunLoaders } from '../../lib/use-rerun-loaders'
import { useRetryAfter } from '../../lib/use-retry-after'
import { Button } from '../../ui/button'

/** Runs the loaders of the page again. After a 429 it waits as long as the server asked, and says when that is over. */
export const RetryButton = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const { rerun, isPending } = useRerunLoaders()
  const seconds = useRetryAfter(error)
  useReadyWords(seconds, t('retryReady', { ns: 'errors' }))
  return (
    <Button
      variant="primary"
      data-retry
      icon={<RotateCw className="size-4" aria-hidden />}
      isPending={isPending}
      onClick={rerun}
      {...(seconds > 0 && { disabledReason: t('retryIn', { seconds }) })}
    >
      {t('retry')}
    </Button>
  )
}

const useReadyWords = (seconds: number, words: string): void => {
  const hasWaited = useRef(false)
  useEffect(() => {
    if (hasWaited.current && seconds === 0) announce(words)
    hasWaited.current = seconds > 0
  }, [seconds, words])
}
