import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorHint, errorTitle } from '../../i18n/error-text'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { type LogicalParent, logicalParent } from '../../lib/logical-parent'
import { serverClock } from '../../lib/server-clock'
import { useBack } from '../../lib/use-back'
import { useRetryAfter } from '../../lib/use-retry-after'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { CopyButton } from '../../ui/copy-button'
import { ErrorPage } from '../../ui/error-page'
import { canRetry } from './can-retry'
import { CrashPage } from './crash-page'

/** A failed load (specification §2, error page): title by status, what to do, retry, back, the logical parent. */
export const RouteErrorPage = ({ error }: ErrorComponentProps) =>
  error instanceof ApiError ? <LoadFailure error={error} /> : <CrashPage />

const LoadFailure = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const router = useRouter()
  const back = useBack()
  const title = errorTitle(error)
  useDocumentTitle(title)
  const path = router.state.location.pathname
  return (
    <ErrorPage
      title={title}
      status={error.status}
      message={errorHint(error)}
      actions={
        <>
          {canRetry(error) && <RetryButton error={error} />}
          <Button onClick={back}>{t('goBack')}</Button>
          <ParentLink parent={logicalParent(path)} />
        </>
      }
      details={
        <CopyButton
          text={details(error, path)}
          label={t('copyDetails')}
          copiedLabel={t('copied')}
          variant="quiet"
          size="sm"
        />
      }
    />
  )
}

const RetryButton = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation('common')
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  const [isPending, setPending] = useState(false)
  const seconds = useRetryAfter(error)
  const retry = async () => {
    setPending(true)
    reset()
    await router.invalidate()
    setPending(false)
  }
  return (
    <Button
      variant="primary"
      icon={<RotateCw aria-hidden />}
      isPending={isPending}
      onClick={retry}
      {...(seconds > 0 && { disabledReason: t('retryIn', { seconds }) })}
    >
      {t('retry')}
    </Button>
  )
}

const ParentLink = ({ parent }: { parent: LogicalParent }) => {
  const { t } = useTranslation(['common', 'errors'])
  const words = {
    group: () => t('back_to', { ns: 'errors', title: t('page.group') }),
    groups: () => t('back_to_groups', { ns: 'errors' }),
    home: () => t('back_to', { ns: 'errors', title: t('home') }),
  }
  return (
    <Link to={parent.path} className={buttonClass({ variant: 'secondary' })}>
      {words[parent.kind]()}
    </Link>
  )
}

const details = (error: ApiError, path: string): string =>
  [
    `status: ${error.status ?? error.kind}`,
    `path: ${path}`,
    `time: ${new Date(serverClock.now()).toISOString()}`,
    ...(error.requestId ? [`request: ${error.requestId}`] : []),
  ].join('\n')
