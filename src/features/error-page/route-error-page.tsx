import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api/errors'
import { isChunkError, staleChunks } from '../../lib/stale-chunks'
import { ChunkFailure, ReloadingPage } from './chunk-failure'
import { CrashPage } from './crash-page'
import { LoadFailure } from './load-failure'

/**
 * Error page of a failed load. Routes with error pages of their own render those in `errorComponent` and pass
 * on the rest.
 */
export const RouteErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  // Errors during a reload are expected.
  if (staleChunks.isReloading()) return <ReloadingPage />
  if (isChunkError(error)) return <ChunkFailure error={error} />
  return error instanceof ApiError ? <LoadFailure error={error} /> : <CrashPage />
}
