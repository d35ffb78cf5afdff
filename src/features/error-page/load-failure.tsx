import { useRouter, useRouterState } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { errorHint, errorTitle } from '../../i18n/error-messages'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { announce } from '../../lib/announce'
import { serverClock } from '../../lib/server-clock'
import { useBack } from '../../lib/use-back'
import { useRerunLoaders } from '../../lib/use-rerun-loaders'
import { useRetryAfter } from '../../lib/use-retry-after'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { ErrorPage } from '../../ui/error-page'
import { buildErrorReport } from './error-report'
import { ParentLink } from './parent-link'

/** Group, leaderboard and competencies: without a usable response these show 500. */
const shownAs500 = /^get \/(?:groups\/\{id\}|leaderboard\/|user\/competencies$)/

/** The HTTP status to show; none while offline. */
const getShownStatus = ({ kind, status, operation }: ApiError): number | undefined => {
  // An unreadable 200 has no status to show; the report has it.
  if (kind === 'http') return status
  return kind !== 'offline' && shownAs500.test(operation) ? 500 : undefined
}

/** Error page for a failed request: title by status, hint, retry, back, parent page. */
export const LoadFailure = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  const title = errorTitle(error)
  useDocumentTitle(title)
  const status = getShownStatus(error)
  return (
    <ErrorPage
      title={title}
      status={status && t('status', { ns: 'errors', status })}
      message={errorHint(error)}
      actions={
        <>
          {canRetry(error) && <RetryButton error={error} />}
          <Button onClick={back}>{t('goBack')}</Button>
          <ParentLink path={path} />
        </>
      }
      details={<CopyReport error={error} />}
    />
  )
}

/** Whether a retry can help: no response, 429 and 5xx. */
const canRetry = ({ kind, status = 500 }: ApiError): boolean =>
  kind !== 'http' || status === 429 || status >= 500

/** Reruns the page's loaders. After a 429 it counts down `Retry-After` and announces the end. */
const RetryButton = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const { rerun, isPending } = useRerunLoaders()
  const seconds = useRetryAfter(error)
  useAnnounceReady(seconds, t('retryReady', { ns: 'errors' }))
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

const useAnnounceReady = (seconds: number, message: string): void => {
  const hasWaited = useRef(false)
  useEffect(() => {
    if (hasWaited.current && seconds === 0) announce(message)
    hasWaited.current = seconds > 0
  }, [seconds, message])
}

/** Copies an error report for support; without clipboard access it shows the report for manual copying. */
const CopyReport = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const router = useRouter()
  // The time of the failure, not of the click.
  const [report] = useState(() => buildErrorReport(error, router.state.location.href, serverClock.now()))
  const [isByHand, setByHand] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <CopyButton
        text={report}
        label={t('copyDetails')}
        copiedLabel={t('copied')}
        onCopied={() => announce(t('copied'))}
        onFailed={() => setByHand(true)}
        variant="quiet"
        size="sm"
        className="-ml-3"
      />
      {isByHand && (
        <div role="status" className="flex max-w-full flex-col gap-1">
          <p>{t('copyByHand', { ns: 'errors' })}</p>
          <pre className="select-all overflow-x-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap break-all">
            {report}
          </pre>
        </div>
      )}
    </div>
  )
}
