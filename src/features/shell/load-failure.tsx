import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, type CallName, canRetry } from '../../api/errors'
import { errorHint, errorTitle, retryReason } from '../../i18n/error-messages'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { announce } from '../../lib/announce'
import { useRetryAfter } from '../../lib/cooldowns'
import { isFocusLost } from '../../lib/focus'
import { useOnChange } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { ErrorPage, type ErrorSignalName } from '../../ui/error-page'
import { logicalParent, useBack } from './use-back'

/** Group, leaderboard and competencies: without a usable response these show 500. */
const shownAs500 = new Set<CallName>(['getGroup', 'listTaskStatuses', 'getLeaderboard', 'getCompetencies'])

/** The HTTP status to show; none while offline. */
const getShownStatus = ({ kind, status, operation }: ApiError): number | undefined => {
  // An unreadable 200 has no status to show; the report has it.
  if (kind === 'http') return status
  return kind !== 'offline' && shownAs500.has(operation) ? 500 : undefined
}

const getSignal = (status: number | undefined): ErrorSignalName => {
  if (status === undefined) return 'keepClear'
  if (status === 401 || status === 403) return 'request'
  return status >= 500 ? 'distress' : 'stop'
}

/** Error page for a failed request: title by status, hint, retry, back, parent page. */
export const LoadFailure = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  const title = errorTitle(error)
  useDocumentTitle(title)
  const status = getShownStatus(error)
  const signal = getSignal(status)
  return (
    <ErrorPage
      title={title}
      status={status && t('status', { ns: 'errors', status })}
      message={errorHint(error)}
      signal={signal}
      signalText={t(`signal.${signal}`, { ns: 'errors' })}
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

/** Reruns the page's loaders. After a 429 it counts down `Retry-After` and announces the end. */
export const RetryButton = ({ error = null }: { error?: ApiError | null }) => {
  const { t } = useTranslation(['common', 'errors'])
  const { rerun, isPending } = useRerunLoaders()
  const seconds = useRetryAfter(error)
  const isReady = seconds === 0
  useOnChange(isReady, () => {
    if (isReady) announce(t('retryReady', { ns: 'errors' }))
  })
  return (
    <Button
      variant="primary"
      data-retry
      icon={<RotateCw />}
      isPending={isPending}
      onClick={rerun}
      disabledReason={retryReason(seconds)}
    >
      {t('retry')}
    </Button>
  )
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
        onResult={isCopied => setByHand(!isCopied)}
        variant="quiet"
        size="sm"
        className="-ml-3"
      />
      {isByHand && (
        <div role="status" className="flex max-w-full flex-col gap-1">
          <p>{t('copyByHand', { ns: 'errors' })}</p>
          <pre
            translate="no"
            className="select-all overflow-x-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap break-all"
          >
            {report}
          </pre>
        </div>
      )}
    </div>
  )
}

const MAX_PATH_LENGTH = 300
const MAX_ID_LENGTH = 128
const mask = '***'

/** Invite codes and share links are secrets. */
const secretSegment = /^(\/+(?:invite|profile)\/+)[^/]+/i
const secretName = /token|code|link|pass|secret|key|auth|ticket|sig/i
const MAX_VALUE_LENGTH = 64

const maskValue = (name: string, value: string): string =>
  secretName.test(name) || value.length > MAX_VALUE_LENGTH ? mask : encodeURIComponent(value)

/** A URL for a report: without hash and secrets. */
export const maskPath = (href: string): string => {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(href) ?? []
  const values = [...new URLSearchParams(query)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${maskValue(name, value)}`,
  )
  const shown = path.replace(secretSegment, `$1${mask}`) + (values.length > 0 ? `?${values.join('&')}` : '')
  return shown.slice(0, MAX_PATH_LENGTH)
}

/** What support needs to find a failure in the server log: status, path, time and request id. */
export const buildErrorReport = (
  { status, kind, requestId }: Pick<ApiError, 'status' | 'kind' | 'requestId'>,
  href: string,
  time: number,
): string =>
  [
    `status: ${kind === 'http' ? status : [kind, status].filter(Boolean).join(' ')}`,
    `path: ${maskPath(href)}`,
    `time: ${new Date(time).toISOString()}`,
    ...(requestId ? [`request: ${requestId.replace(/[^\x21-\x7e]/g, '').slice(0, MAX_ID_LENGTH)}`] : []),
  ].join('\n')

/** Focuses the new retry button or the title, which it announces. Keeps a focus that the user has moved. */
export const restoreFocus = (): void => {
  requestAnimationFrame(() => {
    if (isFocusLost()) {
      const target =
        document.querySelector<HTMLElement>('[data-retry]') ??
        document.querySelector<HTMLElement>('[data-page-title]')
      target?.focus({ preventScroll: true })
    }
    announce(document.title)
  })
}

/** Retry of a failed page: clears the errors, reruns the loaders and restores the focus. */
export const useRerunLoaders = () => {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const [isPending, setPending] = useState(false)
  const rerun = async (): Promise<void> => {
    setPending(true)
    // Both are needed: the query cache keeps the error, the router keeps the match.
    reset()
    await router.invalidate()
    setPending(false)
    restoreFocus()
  }
  return { rerun, isPending }
}

interface ParentLinkProps {
  /** Path of the page that failed. */
  path: string
  isPrimary?: boolean
}

/** Links to the parent page by its name. */
export const ParentLink = ({ path, isPrimary = false }: ParentLinkProps) => {
  const { t } = useTranslation(['common', 'errors'])
  const parent = logicalParent(path)
  const labels = {
    group: () => t('back_to_group', { ns: 'errors' }),
    groups: () => t('back_to_groups', { ns: 'errors' }),
    home: () => t('back_to_home', { ns: 'errors' }),
  }
  return (
    <Link to={parent.path} className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}>
      {labels[parent.kind]()}
    </Link>
  )
}
