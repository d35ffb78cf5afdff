import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { connection } from '../../lib/online'
import { staleChunks, type Verdict } from '../../lib/stale-chunks'
import { useBack } from '../../lib/use-back'
import { useRerunLoaders } from '../../lib/use-rerun-loaders'
import { Button } from '../../ui/button'
import { ErrorPage } from '../../ui/error-page'
import { SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { CrashPage } from './crash-page'
import { LoadFailure } from './load-failure'

/** A page whose code did not come: reloaded where a deployment may be why, else what stands in the way of that. */
export const ChunkFailure = ({ error }: { error: unknown }) => {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  useEffect(() => {
    let isShown = true
    void staleChunks.settle(error, { isPage: true }).then(next => isShown && setVerdict(next))
    return () => {
      isShown = false
    }
  }, [error])
  if (!verdict) return <Coming />
  if (verdict === 'ask') return <NewVersionPage />
  if (verdict === 'offline') return <OfflinePage />
  return verdict === 'unreachable' ? <LoadFailure error={noAnswer} /> : <CrashPage />
}

const noAnswer = new ApiError({ kind: 'network', operation: 'get page' })
const noNetwork = new ApiError({ kind: 'offline', operation: 'get page' })

/** What stands while the page is about to come anew. */
export const Coming = () => {
  const { t } = useTranslation('common')
  return (
    <SkeletonGroup label={t('loading')}>
      <SkeletonText lines={4} />
    </SkeletonGroup>
  )
}

/** Comes by itself once the connection holds, as pages do whose data has failed. */
const OfflinePage = () => {
  const { rerun } = useRerunLoaders()
  useEffect(() => connection.onReturn(() => void rerun()))
  return <LoadFailure error={noNetwork} />
}

/** The person may have left something unfinished behind, or an exam runs: they choose the moment (reliability C05). */
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
