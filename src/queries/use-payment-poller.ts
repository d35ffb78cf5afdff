import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { clock } from '../lib/clock'
import { isVisible } from '../lib/is-visible'
import type { AttemptView } from './exam-view'
import { groupQuery } from './groups'
import type { PaymentCheckResult } from './payment-check'
import { type BegunPayment, payments } from './payment-store'
import { pollPayment } from './poll-payment'

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Also follows payments of other tabs. */
const subscribe = (listener: () => void) => {
  const stop = payments.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

/** The pending payment of an attempt on this device. */
const useBegunPayment = (attemptId: number): BegunPayment | null => {
  const read = useCallback(() => payments.get(attemptId), [attemptId])
  return useSyncExternalStore(subscribe, read, () => null)
}

/**
 * Polls the result of a pending payment while mounted. Other sources, such as the group or another tab, end the payment
 * too.
 */
export const usePaymentPoller = (
  groupId: number,
  { id, status }: Pick<AttemptView, 'id' | 'status'>,
  requestCheck: () => Promise<PaymentCheckResult>,
): BegunPayment | null => {
  const queryClient = useQueryClient()
  const begun = useBegunPayment(id)
  const isConfirming = begun?.phase === 'confirming'
  const until = begun?.deadline ?? 0
  useEffect(() => {
    if (!isConfirming) return undefined
    const request = async () => {
      const answer = await requestCheck()
      if (answer.kind === 'failed') throw answer.error
    }
    const onEnd = (why: 'refused' | 'gaveUp') => payments.stopPolling(id, why)
    return pollPayment({ clock, request, deadline: until, isVisible, onVisibility, onEnd })
  }, [id, isConfirming, until, requestCheck])

  useEffect(() => {
    payments.finishIfFinal(id, status)
  }, [id, status])

  const wasBegun = useRef(false)
  const isBegun = begun !== null
  useEffect(() => {
    // Another tab has seen the result.
    if (wasBegun.current && !isBegun && status === 'need_pay')
      void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })
    wasBegun.current = isBegun
  }, [isBegun, status, groupId, queryClient])

  // Leaving the page closes the bank's page.
  useEffect(
    () => () => {
      if (payments.get(id)?.phase === 'atBank') payments.confirm(id)
    },
    [id],
  )
  return begun
}
