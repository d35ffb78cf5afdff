import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { announce } from '../../lib/announce'
import { connectionTeller } from '../../lib/connection-teller'
import { connection } from '../../lib/online'
import { shownData } from '../../lib/shown-data'

const isOffline = (error: unknown) => error instanceof ApiError && error.kind === 'offline'

/**
 * Once the connection is back and holds, says so; what is on the screen is then read again by whoever keeps it. Only reads:
 * what a person sends is sent by that person (design §5, trap 5). A page that failed for want of a connection comes by itself.
 */
export const useConnectionReturn = (): void => {
  const { t } = useTranslation('common')
  const router = useRouter()
  useEffect(
    () =>
      connection.onReturn(wasTold => {
        if (wasTold && !connectionTeller.isTaken()) announce(t('online.restored'), 'polite')
        if (!router.state.matches.some(({ error }) => isOffline(error))) return
        shownData.forgetFailures()
        void router.invalidate({ filter: ({ error }) => isOffline(error) })
      }),
    [t, router],
  )
}
