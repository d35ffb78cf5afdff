import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { connection } from '../../lib/online'
import { type ReloadDecision, staleChunks } from '../../lib/stale-chunks'
import { useBack } from '../../lib/use-back'
import { useRerunLoaders } from '../../lib/use-rerun-loaders'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { CrashPage } from './crash-page'
import { LoadFailure } from './load-failure'

/** A page whose chunk failed to load: reloads after a deployment, else says why it cannot. */
export const ChunkFailure = ({ error }: { error: unknown }) => {
  const [verdict, setVerdict] = useState<ReloadDecision | null>(null)
  useEffect(() => {
    let isShown = true
    void staleChunks.handleError(error, { isPage: true }).then(next => isShown && setVerdict(next))
    return () => {
      isShown = false
    }
  }, [error])
  if (!verdict) return <ReloadingPage />
  if (verdict === 'ask') return <NewVersionPage />
  if (verdict === 'offline') return <OfflinePage />
  return verdict === 'unreachable' ? <LoadFailure error={networkError} /> : <CrashPage />
}

const networkError = new ApiError({ kind: 'network', operation: 'get page' })
const offlineError = new ApiError({ kind: 'offline', operation: 'get page' })

/** Shown while the page reloads. */
export const ReloadingPage = () => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')}>
      <SkeletonText lines={4} />
    </SkeletonGroup>
  )
}

/** Reloads once the connection is stable, like pages whose data failed. */
const OfflinePage = () => {
  const { rerun } = useRerunLoaders()
  useEffect(() => connection.onReturn(() => void rerun()))
  return <LoadFailure error={offlineError} />
}

/** Unsaved work or a running exam: the user chooses when to reload (reliability C05). */
const NewVersionPage = () => {
  const { t } = useTranslation('common')
  const back = useBack()
  useDocumentTitle(t('newVersion.title'))
  return (
    <ErrorPage
      title={t('newVersion.title')}
      message={
        <>
          <p>{t('newVersion.page')}</p>
          <p className="mt-2">{t('newVersion.kept')}</p>
        </>
      }
      actions={
        <>
          <Button variant="primary" onClick={staleChunks.reload}>
            {t('reload')}
          </Button>
          <Button onClick={back}>{t('goBack')}</Button>
        </>
      }
    />
  )
}
