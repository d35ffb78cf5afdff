import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { connectionTeller } from '../../lib/connection-teller'
import { connection } from '../../lib/online'

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'offline'

/**
 * Once the connection is back and holds, says so and reads again what is on the screen, each query once. Only reads:
 * what a person sends is sent by that person (design §5, trap 5). A page that failed for want of a connection comes by itself.
 */
export const useConnectionReturn = (): void => {
  const { t } = useTranslation('common')
  const queryClient = useQueryClient()
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(
    () =>
      connection.onReturn(wasTold => {
        if (wasTold && !connectionTeller.isTaken()) announce(t('online.restored'), 'polite')
        // After an outage nobody noticed, what is fresh stays as it is.
        const which = wasTold ? { type: 'active' as const } : { type: 'active' as const, stale: true }
        void queryClient.refetchQueries(which, { cancelRefetch: false })
        if (!router.state.matches.some(({ error }) => isOffline(error))) return
        reset()
        void router.invalidate({ filter: ({ error }) => isOffline(error) })
      }),
    [t, queryClient, router, reset],
  )
}
