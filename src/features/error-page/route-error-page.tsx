import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api/errors'
import { isChunkError, staleChunks } from '../../lib/stale-chunks'
import { ChunkFailure, Coming } from './chunk-failure'
import { CrashPage } from './crash-page'
import { LoadFailure } from './load-failure'

/**
 * A failed load (specification §2, error page). A route with failures of its own asks for them first, in its
 * `errorComponent`, and passes on the rest.
 */
export const RouteErrorPage = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  // What fails because its page is being reloaded is no news.
  if (staleChunks.isReloading()) return <Coming />
  if (isChunkError(error)) return <ChunkFailure error={error} />
  return error instanceof ApiError ? <LoadFailure error={error} /> : <CrashPage />
}
