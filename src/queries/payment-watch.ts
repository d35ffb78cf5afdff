import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { clock } from '../lib/clock'
import { isVisible } from '../lib/is-visible'
import type { AttemptView } from './exam-view'
import { groupQuery } from './groups'
import type { PaymentAnswer } from './payment-check'
import { followPayment } from './payment-follow'
import { type BegunPayment, payments } from './payment-store'

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Another tab may begin and end a payment too. */
const subscribe = (listener: () => void) => {
  const stop = payments.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

/** The payment of an attempt that was begun on this device, followed live. */
const useBegunPayment = (attemptId: number): BegunPayment | null => {
  const read = useCallback(() => payments.of(attemptId), [attemptId])
  return useSyncExternalStore(subscribe, read, () => null)
}

/**
 * Asks for the outcome of a payment that was begun, as long as the component is mounted (brief pauses first). What is
 * learnt in other ways, from the group or by another tab, ends the payment too.
 */
export const usePaymentWatch = (
  groupId: number,
  { id, status }: Pick<AttemptView, 'id' | 'status'>,
  question: () => Promise<PaymentAnswer>,
): BegunPayment | null => {
  const queryClient = useQueryClient()
  const begun = useBegunPayment(id)
  const isConfirming = begun?.phase === 'confirming'
  const until = begun?.until ?? 0
  useEffect(() => {
    if (!isConfirming) return undefined
    const ask = async () => {
      const answer = await question()
      if (answer.kind === 'failed') throw answer.error
    }
    const onEnd = (why: 'refused' | 'gaveUp') => payments.giveUp(id, why)
    return followPayment({ clock, ask, until, isVisible, onVisibility, onEnd })
  }, [id, isConfirming, until, question])

  useEffect(() => {
    payments.settle(id, status)
  }, [id, status])

  const wasBegun = useRef(false)
  const isBegun = begun !== null
  useEffect(() => {
    // Ended, but not by a status that this tab knows of: another tab has learnt it.
    if (wasBegun.current && !isBegun && status === 'need_pay')
      void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })
    wasBegun.current = isBegun
  }, [isBegun, status, groupId, queryClient])

  // Whoever leaves with the bank's page open has left that page.
  useEffect(
    () => () => {
      if (payments.of(id)?.phase === 'atBank') payments.confirm(id)
    },
    [id],
  )
  return begun
}
