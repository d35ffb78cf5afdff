import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toApiError } from '../api/errors'
import type { PaymentCheck } from '../api/schema.gen'
import { serverClock } from '../lib/server-clock'
import { paymentOperation, readPaymentCheck } from './exam'
import { groupQuery } from './groups'
import { payments } from './payment-store'

/** Result of one payment check. `at` is server time in milliseconds. */
export type PaymentCheckResult =
  | { kind: 'same'; check: PaymentCheck; at: number }
  | { kind: 'changed'; check: PaymentCheck; at: number }
  /** The response is about another attempt and changes nothing (F08). */
  | { kind: 'other'; at: number }
  /** The attempt has changed meanwhile. */
  | { kind: 'outdated'; at: number }
  | { kind: 'failed'; error: unknown; at: number }

const requestCheck = async (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Promise<PaymentCheckResult> => {
  try {
    const reading = await readPaymentCheck(queryClient, groupId, attemptId)
    const at = serverClock.now()
    if (reading.kind === 'outdated' || (reading.kind === 'read' && reading.hasChanged))
      void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })
    if (reading.kind !== 'read') return { kind: reading.kind, at }
    const { check, hasChanged } = reading
    payments.recordStatus(attemptId, check.status)
    const isNews = payments.finishIfFinal(attemptId, check.status) || hasChanged
    return { kind: isNews ? 'changed' : 'same', check, at }
  } catch (thrown) {
    return { kind: 'failed', error: toApiError({ thrown }, paymentOperation), at: serverClock.now() }
  }
}

interface PendingCheck {
  answer: Promise<PaymentCheckResult>
  /** The user pressed the button and expects a message. */
  isByUser: boolean
}

/** Pending checks by attempt. */
const pendingChecks = new WeakMap<QueryClient, Map<number, PendingCheck>>()

const getPendingChecks = (queryClient: QueryClient): Map<number, PendingCheck> => {
  const checks = pendingChecks.get(queryClient) ?? new Map<number, PendingCheck>()
  pendingChecks.set(queryClient, checks)
  return checks
}

/**
 * Checks a payment. Concurrent callers share one call; its response updates the attempt, and a change refetches the
 * group.
 * @param onAnswer called once per response, also after the caller has unmounted
 */
export const usePaymentCheck = (
  groupId: number,
  attemptId: number,
  onAnswer: (answer: PaymentCheckResult, isByUser: boolean) => void,
) => {
  const queryClient = useQueryClient()
  const [isChecking, setChecking] = useState(false)
  const [shown, setShown] = useState<{ answer: PaymentCheckResult; isByUser: boolean } | null>(null)
  const listener = useRef(onAnswer)
  useEffect(() => {
    listener.current = onAnswer
  })

  /** Joins the pending check or starts one. */
  const requestStatus = useCallback(
    async (isByUser = false): Promise<PaymentCheckResult> => {
      const checks = getPendingChecks(queryClient)
      const begin = (): PendingCheck => ({
        isByUser: false,
        answer: requestCheck(queryClient, groupId, attemptId).then(answer => {
          checks.delete(attemptId)
          listener.current(answer, own.isByUser)
          return answer
        }),
      })
      const own = checks.get(attemptId) ?? begin()
      checks.set(attemptId, own)
      own.isByUser ||= isByUser
      const answer = await own.answer
      // A message that the user requested stays visible during automatic checks; only its time changes.
      const isSame = (one: PaymentCheckResult | undefined) => one?.kind === 'same'
      setShown(before => ({
        answer,
        isByUser: own.isByUser || (before?.isByUser === true && isSame(before.answer) && isSame(answer)),
      }))
      return answer
    },
    [queryClient, groupId, attemptId],
  )

  /** For clicks: reports the result even if nothing has changed. */
  const check = async (): Promise<void> => {
    setChecking(true)
    const { kind } = await requestStatus(true)
    // A bill may have been issued, which the check doesn't contain.
    if (kind === 'same')
      void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })
    setChecking(false)
  }
  return { check, requestStatus, isChecking, shown }
}
