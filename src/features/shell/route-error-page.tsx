import { useQueryClient } from '@tanstack/react-query'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSiteReachable } from '../../api/api-health'
import { ConfigError } from '../../api/config-error'
import { ApiError } from '../../api/errors'
import { lazyComponent } from '../../i18n/lazy-component'
import { SlowAnswer } from '../../i18n/slow-answer'
import { useDocumentTitle } from '../../i18n/use-document-title'
import { useSubscription } from '../../lib/hooks'
import { connection } from '../../lib/online'
import { isChunkError, type ReloadDecision, staleChunks } from '../../lib/stale-chunks'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { Button } from '../../ui/button'
import { ErrorBoundary } from '../../ui/error-boundary'
import { ErrorPage } from '../../ui/error-page'
import { Skeleton, SkeletonGroup, SkeletonText } from '../../ui/skeleton'
import { LoadFailure, useRerunLoaders } from './load-failure'
import { useBack } from './use-back'

/** Routes with error pages of their own render those in `errorComponent` and pass on the rest. */
export const RouteErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  // Errors during a reload are expected.
  if (staleChunks.isReloading()) return <ReloadingPage />
  if (isChunkError(error)) return <ChunkFailure error={error} />
  return error instanceof ApiError ? <LoadFailure error={error} /> : <CrashPage />
}

/** A page whose chunk failed to load: reloads after a deployment, else says why it cannot. */
const ChunkFailure = ({ error }: { error: unknown }) => {
  const [verdict, setVerdict] = useState<ReloadDecision | null>(null)
  useEffect(() => {
    let isShown = true
    void staleChunks.handleError(error, { isPage: true }).then(next => isShown && setVerdict(next))
    return () => {
      isShown = false
    }
  }, [error])
  if (!verdict) return <ReloadingPage />
  if (verdict === 'ask') return <ReloadNeededPage />
  if (verdict === 'offline') return <OfflinePage />
  return verdict === 'unreachable' ? <LoadFailure error={networkError} /> : <CrashPage />
}

const networkError = new ApiError({ kind: 'network', operation: '' })
const offlineError = new ApiError({ kind: 'offline', operation: '' })

/** Shown while the page reloads. */
const ReloadingPage = () => {
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
  useSubscription(connection.onReturn, () => void rerun())
  return <LoadFailure error={offlineError} />
}

/** Unsaved work or a running exam: the user chooses when to reload (reliability C05). */
const ReloadNeededPage = () => {
  const { t } = useTranslation('common')
  const back = useBack()
  useDocumentTitle(t('reloadNeeded.title'))
  return (
    <ErrorPage
      title={t('reloadNeeded.title')}
      signal="request"
      message={
        <>
          <p>{t('reloadNeeded.page')}</p>
          <p className="mt-2">{t('reloadNeeded.draftsSaved')}</p>
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

/** Says nothing about the error, which may contain anything. Drafts survive the reload. */
const CrashPage = () => {
  const { t } = useTranslation(['common', 'errors'])
  useDocumentTitle(t('page.error'))
  return (
    <ErrorPage
      title={t('page.error')}
      message={t('crash', { ns: 'errors' })}
      signal="distress"
      signalText={t('signal.distress', { ns: 'errors' })}
      actions={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      }
    />
  )
}

const ConfigErrorPage = lazyComponent(
  () => import('./config-error-page').then(part => part.ConfigErrorPage),
  'info',
)

/** Preloads the page for an invalid `config.json` before it renders, so its heading can take focus. */
export const preloadConfigError = async (routeData: Promise<void>): Promise<void> => {
  try {
    await routeData
  } catch (error) {
    if (error instanceof ConfigError) await ConfigErrorPage.preload().catch(() => {})
    throw error
  }
}

/** For pages that need `config.json`. */
export const InfoErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  const failure = <RouteErrorPage error={error} />
  if (!(error instanceof ConfigError)) return failure
  return (
    <ErrorBoundary fallback={() => failure}>
      <ConfigErrorPage error={error} pending={<PendingPage />} />
    </ErrorBoundary>
  )
}

/** Shown while a page's first data loads, in the shape of the page; the old page stays for the first 150 ms. */
export const PendingPage = ({ children }: { children?: ReactNode }) => {
  const { t } = useTranslation('common')
  const queryClient = useQueryClient()
  /** The loader of the page requests what is cancelled again; if it waits for code, only a reload helps. */
  const requestAgain = async () => {
    if (queryClient.isFetching() > 0) await queryClient.cancelQueries()
    else if (!unsavedChanges.isAny() && (await isSiteReachable())) window.location.reload()
  }
  return (
    <>
      <SkeletonGroup label={t('loading')}>
        {children ?? (
          <>
            <Skeleton className="h-10 w-1/2" />
            <div className="mt-6">
              <SkeletonText lines={4} />
            </div>
          </>
        )}
      </SkeletonGroup>
      <div className="mt-6">
        <SlowAnswer isPending onStop={() => void requestAgain()} stopLabel={t('retry')}>
          {t('slow.page')}
        </SlowAnswer>
      </div>
    </>
  )
}
