import { type ErrorComponentProps, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { errorHint, errorTitle } from '../../i18n/error-text'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useBack } from '../../lib/use-back'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'
import { canRetry } from './can-retry'
import { CopyReport } from './copy-report'
import { CrashPage } from './crash-page'
import { ParentLink } from './parent-link'
import { RetryButton } from './retry-button'

/**
 * A failed load (specification §2, error page): title by status, what to do, retry, back, the logical parent. A route
 * with failures of its own asks for them first, in its `errorComponent`, and passes on the rest.
 */
export const RouteErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) =>
  error instanceof ApiError ? <LoadFailure error={error} /> : <CrashPage />

const LoadFailure = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  const title = errorTitle(error)
  useDocumentTitle(title)
  // A 200 that nobody can read is no number to show; the report has it.
  const status = error.kind === 'http' ? error.status : undefined
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
