import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../api/errors'
import { errorHint, errorTitle } from '../../i18n/error-text'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useBack } from '../../lib/use-back'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'
import { canRetry } from './can-retry'
import { CopyReport } from './copy-report'
import { ParentLink } from './parent-link'
import { RetryButton } from './retry-button'

/** Loads of a group, with its exam, of its board and of competencies. */
const countsAs500 = /^get \/(?:groups\/\{id\}|leaderboard\/|user\/competencies$)/

/** The number to show. Those loads have 500 where no usable answer came (specification §7); without a network there is none. */
const statusOf = ({ kind, status, operation }: ApiError): number | undefined => {
  // A 200 that nobody can read is no number to show; the report has it.
  if (kind === 'http') return status
  return kind !== 'offline' && countsAs500.test(operation) ? 500 : undefined
}

/** Title by status, what to do, retry, back, the logical parent (specification §2, error page). */
export const LoadFailure = ({ error }: { error: ApiError }) => {
  const { t } = useTranslation(['common', 'errors'])
  const path = useRouterState({ select: state => state.location.pathname })
  const back = useBack()
  const title = errorTitle(error)
  useDocumentTitle(title)
  const status = statusOf(error)
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
