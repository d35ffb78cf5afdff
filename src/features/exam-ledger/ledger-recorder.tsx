import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contact } from '../../api/contact'
import { clock } from '../../lib/clock'
import { serverClock } from '../../lib/server-clock'
import { recordExam } from '../../queries/exam-ledger-recorder'
import { examLedger } from '../../queries/exam-ledger-store'

const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(6))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Mounted once for a signed-in person: keeps the ledger of the exam that runs. It shows nothing and asks nothing. */
export const LedgerRecorder = () => {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      recordExam({
        queryClient,
        contact,
        clock,
        serverClock,
        store: examLedger,
        tab: randomName(),
        events: window,
        page: document,
        isOnline: () => navigator.onLine,
      }),
    [queryClient],
  )
  return null
}
