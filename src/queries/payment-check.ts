import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toApiError } from '../api/errors'
import type { PaymentCheck } from '../api/schema.gen'
import { serverClock } from '../lib/server-clock'
import { paymentOperation, readPaymentCheck } from './exam'
import { groupQuery } from './groups'
import { payments } from './payment-store'

/** What came of one question. `at` is the server's time in milliseconds. */
export type PaymentAnswer =
  | { kind: 'same'; check: PaymentCheck; at: number }
  | { kind: 'changed'; check: PaymentCheck; at: number }
  /** The answer is about another attempt: it changes nothing (F08). */
  | { kind: 'other'; at: number }
  /** The attempt has moved on meanwhile: its new state speaks for itself. */
  | { kind: 'overtaken'; at: number }
  | { kind: 'failed'; error: unknown; at: number }

const ask = async (queryClient: QueryClient, groupId: number, attemptId: number): Promise<PaymentAnswer> => {
  try {
    const reading = await readPaymentCheck(queryClient, groupId, attemptId)
    const at = serverClock.now()
    if (reading.kind === 'overtaken' || (reading.kind === 'read' && reading.hasChanged))
      void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })
    if (reading.kind !== 'read') return { kind: reading.kind, at }
    const { check, hasChanged } = reading
    payments.hear(attemptId, check.status)
    const isNews = payments.settle(attemptId, check.status) || hasChanged
    return { kind: isNews ? 'changed' : 'same', check, at }
  } catch (thrown) {
    return { kind: 'failed', error: toApiError({ thrown }, paymentOperation), at: serverClock.now() }
  }
}

interface Question {
  answer: Promise<PaymentAnswer>
  /** Somebody has pressed the button and waits for words. */
  isByPerson: boolean
}

/** Questions that are under way, by attempt. */
const underWay = new WeakMap<QueryClient, Map<number, Question>>()

const questionsOf = (queryClient: QueryClient): Map<number, Question> => {
  const questions = underWay.get(queryClient) ?? new Map<number, Question>()
  underWay.set(queryClient, questions)
  return questions
}

/**
 * Asks the platform what the bank says of an attempt's payment (specification §3 and §7). However many ask, one call is
 * under way; its answer replaces the attempt of the same id, and a change has the group read again.
 *
 * @param onAnswer hears of each answer once, also when its asker has left the page
 */
export const usePaymentCheck = (
  groupId: number,
  attemptId: number,
  onAnswer: (answer: PaymentAnswer, isByPerson: boolean) => void,
) => {
  const queryClient = useQueryClient()
  const [isChecking, setChecking] = useState(false)
  const [shown, setShown] = useState<{ answer: PaymentAnswer; isByPerson: boolean } | null>(null)
  const listener = useRef(onAnswer)
  useEffect(() => {
    listener.current = onAnswer
  })

  /** The question that is under way, else a new one. */
  const question = useCallback(
    async (isByPerson = false): Promise<PaymentAnswer> => {
      const questions = questionsOf(queryClient)
      const begin = (): Question => ({
        isByPerson: false,
        answer: ask(queryClient, groupId, attemptId).then(answer => {
          questions.delete(attemptId)
          listener.current(answer, own.isByPerson)
          return answer
        }),
      })
      const own = questions.get(attemptId) ?? begin()
      questions.set(attemptId, own)
      own.isByPerson ||= isByPerson
      const answer = await own.answer
      // What a person was told stays in view while the platform is asked by itself; only its time moves on.
      const isSame = (one: PaymentAnswer | undefined) => one?.kind === 'same'
      setShown(before => ({
        answer,
        isByPerson:
          own.isByPerson || (before?.isByPerson === true && isSame(before.answer) && isSame(answer)),
      }))
      return answer
    },
    [queryClient, groupId, attemptId],
  )

  /** For a click: its answer is told even when nothing has changed. */
  const check = async (): Promise<void> => {
    setChecking(true)
    const { kind } = await question(true)
    // A bill may have been issued meanwhile, which the check does not carry.
    if (kind === 'same')
      void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })
    setChecking(false)
  }
  return { check, question, isChecking, shown }
}
