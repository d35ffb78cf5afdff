import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toApiError } from '../api/errors'
import type { Group, PaymentCheck } from '../api/schema.gen'
import { serverClock } from '../lib/server-clock'
import { paymentCheckQuery, replaceAttempt } from './exam'
import { attemptsOf } from './exam-view'
import { groupQuery } from './groups'
import { payments } from './payment-store'

/** What came of one question. `at` is the server's time in milliseconds. */
export type PaymentAnswer =
  | { kind: 'same'; check: PaymentCheck; at: number }
  | { kind: 'changed'; check: PaymentCheck; at: number }
  /** The answer is about another attempt: it changes nothing (F08). */
  | { kind: 'other'; at: number }
  | { kind: 'failed'; error: unknown; at: number }

const operation = 'post /groups/payment/order_status/extended'

const isChange = (group: Group | undefined, { id, status, reason }: PaymentCheck): boolean => {
  const known = attemptsOf(group).find(attempt => attempt.id === id)
  return known?.status !== status || (reason !== undefined && known.rejection_reason !== reason)
}

/** Takes an answer over; true when it tells something new. */
const take = async (queryClient: QueryClient, groupId: number, check: PaymentCheck): Promise<boolean> => {
  const { queryKey } = groupQuery(groupId)
  const hasChanged = isChange(queryClient.getQueryData(queryKey), check)
  if (hasChanged) {
    // A group that was asked for before tells of another time.
    await queryClient.cancelQueries({ queryKey, exact: true })
    replaceAttempt(queryClient, groupId, check)
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
  payments.hear(check.id, check.status)
  return payments.settle(check.id, check.status) || hasChanged
}

const ask = async (queryClient: QueryClient, groupId: number, attemptId: number): Promise<PaymentAnswer> => {
  try {
    const query = paymentCheckQuery(attemptId)
    const check = await queryClient.query({ ...query, staleTime: 0, retry: false })
    const at = serverClock.now()
    if (check.id !== attemptId) return { kind: 'other', at }
    return { kind: (await take(queryClient, groupId, check)) ? 'changed' : 'same', check, at }
  } catch (thrown) {
    return { kind: 'failed', error: toApiError({ thrown }, operation), at: serverClock.now() }
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
    await question(true)
    setChecking(false)
  }
  return { check, question, isChecking, shown }
}
