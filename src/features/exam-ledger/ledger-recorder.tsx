import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiHealth } from '../../api/api-health'
import { clock } from '../../lib/clock'
import { serverClock } from '../../lib/server-clock'
import { recordExam } from '../../queries/exam-ledger-recorder'
import { examLedger } from '../../queries/exam-ledger-store'

const randomTabId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * Mounted once per session: records the connection log of the running exam. Renders and requests nothing.
 */
export const LedgerRecorder = () => {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      recordExam({
        queryClient,
        contact: apiHealth,
        clock,
        serverClock,
        store: examLedger,
        tab: randomTabId(),
        events: window,
        page: document,
        isOnline: () => navigator.onLine,
      }),
    [queryClient],
  )
  return null
}
