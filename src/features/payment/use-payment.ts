import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentCheck } from '../../../packages/contract/schema.gen'
import { type AttemptView, mayNeedAdmission, toKnownStatus } from '../../api/attempts'
import { type ApiError, getRetryAfterMs, isClientError, toApiError } from '../../api/errors'
import { groupQuery } from '../../api/queries/groups'
import { readPaymentCheck } from '../../api/queries/payments'
import { announce } from '../../lib/announce'
import { backoff } from '../../lib/backoff'
import { clock } from '../../lib/clock'
import { formatTime } from '../../lib/format'
import { useLatest, useOnChange } from '../../lib/hooks'
import { isVisible } from '../../lib/online'
import { withOtherTabs } from '../../lib/other-tabs'
import { createPollLoop, onVisibilityChange } from '../../lib/poll-loop'
import { serverClock } from '../../lib/server-clock'
import type { OrderOutcome } from './order-outcome'
import { type BegunPayment, canReopenBankPage, payments } from './payment-store'
import type { PaymentUrlState } from './payment-url'

/** Result of one payment check. `at` is server time in milliseconds. */
type PaymentCheckResult = { at: number } & (
  | { kind: 'same'; check: PaymentCheck }
  | { kind: 'changed'; check: PaymentCheck }
  /** The response is about another attempt and changes nothing (F08). */
  | { kind: 'other' }
  /** The attempt changed after the request, so the older response is ignored. */
  | { kind: 'outdated' }
  | { kind: 'failed'; error: ApiError }
)

const refetchGroup = (queryClient: QueryClient, groupId: number) =>
  void queryClient.invalidateQueries({ queryKey: groupQuery(groupId).queryKey, exact: true })

const requestCheck = async (
  queryClient: QueryClient,
  groupId: number,
  attemptId: number,
): Promise<PaymentCheckResult> => {
  try {
    const reading = await readPaymentCheck(queryClient, groupId, attemptId)
    const at = serverClock.now()
    if (reading.kind === 'outdated' || (reading.kind === 'read' && reading.hasChanged))
      refetchGroup(queryClient, groupId)
    if (reading.kind !== 'read') return { kind: reading.kind, at }
    const { check, hasChanged } = reading
    payments.recordStatus(attemptId, check.status)
    const hasEnded = payments.finishIfFinal(attemptId, check.status)
    return { kind: hasEnded || hasChanged ? 'changed' : 'same', check, at }
  } catch (thrown) {
    return { kind: 'failed', error: toApiError({ thrown }, 'checkPayment'), at: serverClock.now() }
  }
}

interface PendingCheck {
  answer: Promise<PaymentCheckResult>
  /** The user pressed the button and expects a message. */
  isByUser: boolean
}

const pendingChecks = new WeakMap<QueryClient, Map<number, PendingCheck>>()

const getPendingChecks = (queryClient: QueryClient): Map<number, PendingCheck> => {
  const checks = pendingChecks.get(queryClient) ?? new Map<number, PendingCheck>()
  pendingChecks.set(queryClient, checks)
  return checks
}

/** Concurrent callers share one request. `onAnswer` is called once per response, also after an unmount. */
const usePaymentCheck = (
  groupId: number,
  attemptId: number,
  onAnswer: (answer: PaymentCheckResult, isByUser: boolean) => void,
) => {
  const queryClient = useQueryClient()
  const [isChecking, setChecking] = useState(false)
  const [shown, setShown] = useState<{ answer: PaymentCheckResult; isByUser: boolean } | null>(null)
  const latestOnAnswer = useLatest(onAnswer)

  const joinOrStartCheck = useCallback(
    async (isByUser = false): Promise<PaymentCheckResult> => {
      const checks = getPendingChecks(queryClient)
      const start = (): PendingCheck => ({
        isByUser: false,
        answer: requestCheck(queryClient, groupId, attemptId).then(answer => {
          checks.delete(attemptId)
          latestOnAnswer.current(answer, pending.isByUser)
          return answer
        }),
      })
      const pending = checks.get(attemptId) ?? start()
      checks.set(attemptId, pending)
      pending.isByUser ||= isByUser
      const answer = await pending.answer
      // A message that the user requested stays visible during automatic checks; only its time changes.
      const isSame = (result: PaymentCheckResult | undefined) => result?.kind === 'same'
      setShown(previous => ({
        answer,
        isByUser:
          pending.isByUser || (previous?.isByUser === true && isSame(previous.answer) && isSame(answer)),
      }))
      return answer
    },
    [queryClient, groupId, attemptId],
  )

  /** Reports the result even if nothing has changed. */
  const checkByUser = async (): Promise<void> => {
    setChecking(true)
    const { kind } = await joinOrStartCheck(true)
    // The check doesn't contain the invoice, which may have been issued meanwhile.
    if (kind === 'same') refetchGroup(queryClient, groupId)
    setChecking(false)
  }
  return { checkByUser, joinOrStartCheck, isChecking, shown }
}

const subscribe = withOtherTabs('flagship.payment', payments.subscribe)

/** Polls while mounted. A refetched group or another tab may also end the payment. */
const usePaymentPoller = (
  groupId: number,
  { id, status }: Pick<AttemptView, 'id' | 'status'>,
  check: () => Promise<PaymentCheckResult>,
): BegunPayment | null => {
  const queryClient = useQueryClient()
  const begun = useSyncExternalStore(subscribe, () => payments.get(id))
  const isConfirming = begun?.phase === 'confirming'
  const deadline = begun?.deadline ?? 0
  useEffect(() => {
    if (!isConfirming) return undefined
    const request = async () => {
      const answer = await check()
      if (answer.kind === 'failed') throw answer.error
    }
    const onEnd = (why: 'refused' | 'gaveUp') => payments.stopPolling(id, why)
    return pollPayment({ request, deadline, isVisible, onVisibility: onVisibilityChange, onEnd })
  }, [id, isConfirming, deadline, check])

  useEffect(() => {
    payments.finishIfFinal(id, status)
  }, [id, status])

  const isBegun = begun !== null
  useOnChange(isBegun, () => {
    // Another tab ended the payment, and this tab still has the attempt as it was before.
    if (!isBegun && status === 'need_pay') refetchGroup(queryClient, groupId)
  })

  // Unmounting closes the bank's page.
  useEffect(
    () => () => {
      if (payments.get(id)?.phase === 'atBank') payments.startPolling(id)
    },
    [id],
  )
  return begun
}

/** The bank's URL does not change while the user pays, even if the attempt is refetched. */
const useBankPage = (begun: BegunPayment | null, urlState: PaymentUrlState) => {
  const [opened, setOpened] = useState({ url: '', isOpen: false })
  const close = () => setOpened({ ...opened, isOpen: false })
  // The payment has ended, perhaps in another tab.
  if (opened.isOpen && !begun) close()
  const id = begun?.attemptId
  const isUrlGone = begun?.phase === 'atBank' && 'reason' in urlState && urlState.reason === 'missing'
  useEffect(() => {
    // A paid attempt has no payment URL, so the payment may have succeeded.
    if (isUrlGone && id !== undefined) payments.startPolling(id)
  }, [isUrlGone, id])
  return {
    isOpen: opened.isOpen && begun !== null,
    /** Empty until opened. */
    bankUrl: opened.url,
    open: (url: string) => setOpened({ url, isOpen: true }),
    close,
  }
}

export const usePayment = (
  groupId: number,
  attempt: AttemptView,
  urlState: PaymentUrlState,
  isFree: boolean,
) => {
  const { t, i18n } = useTranslation('payment')
  const { id } = attempt
  /** Failures are shown in an element with `role="alert"`, so they aren't announced again. */
  const announceAnswer = (answer: PaymentCheckResult, isByUser: boolean) => {
    if (answer.kind !== 'same' && answer.kind !== 'changed') return
    const status = toKnownStatus(answer.check.status)
    const { reason } = answer.check
    if (answer.kind === 'same' || status === 'need_pay') {
      if (isByUser) announce(t(unchangedKey, { time: formatTime(answer.at, i18n.language) }))
    } else if (status === 'payment_rejected')
      announce(typeof reason === 'string' ? t('said.rejectedFor', { reason }) : t('said.rejected'))
    else if (status === 'payed') announce(t('said.payed'))
    else if (status === 'get_access') announce(t('said.admitted'))
    else announce(t(status === 'unknown' ? 'said.unknown' : 'said.changed'))
  }
  const { checkByUser, joinOrStartCheck, isChecking, shown } = usePaymentCheck(groupId, id, announceAnswer)
  const begun = usePaymentPoller(groupId, attempt, joinOrStartCheck)
  const admissionKey = isFree ? 'same.admissionFree' : 'same.admission'
  const unchangedKey: 'same' | 'same.admission' | 'same.admissionFree' =
    begun === null && mayNeedAdmission(attempt) ? admissionKey : 'same'
  const { isOpen, bankUrl, open, close } = useBankPage(begun, urlState)

  return {
    begun,
    /** Translation key of the message for a check that changed nothing. */
    unchangedKey,
    /** Paying again could charge twice. */
    isOutcomeUnknown: begun !== null && begun.phase !== 'atBank',
    mayPay: begun === null || begun.phase === 'atBank' || canReopenBankPage(begun),
    isOpen,
    bankUrl,
    isChecking,
    shown,
    check: () => void checkByUser(),
    pay: () => {
      if (!('url' in urlState)) return
      payments.begin(id, attempt.status === 'payment_rejected')
      open(urlState.url)
    },
    /** The outcome page in the frame posted a message; only the platform's check can confirm it (F05). */
    onOrderMessage: (outcome: OrderOutcome) => {
      if (begun?.outcome !== outcome) announce(t(`wait.${outcome}`))
      payments.startPolling(id, outcome)
    },
    /** The payment continues in a new tab. */
    payInTab: () => payments.startPolling(id),
    close: () => {
      close()
      if (begun?.phase !== 'atBank') return
      payments.startPolling(id)
      announce(t('wait.left'))
    },
  }
}

export type Payment = ReturnType<typeof usePayment>

interface PollPaymentDeps {
  request: () => Promise<unknown>
  /** Monotonic time at which polling ends. */
  deadline: number
  isVisible: () => boolean
  /** Called when the page is shown or hidden. Returns the unsubscribe function. */
  onVisibility: (listener: () => void) => () => void
  /** Polling has ended: access denied, or the time is over. */
  onEnd: (why: 'refused' | 'gaveUp') => void
}

/** Access is denied, so polling is pointless. A 4xx without a documented detail may come from a gateway. */
const isFinalError = (error: unknown): boolean =>
  isClientError(error) && (error.detail !== undefined || error.status === 401)

/** Less and less often (banks usually confirm within seconds), only while visible, and immediately on return. */
export const pollPayment = (deps: PollPaymentDeps): (() => void) => {
  const { deadline, isVisible } = deps
  let step = 0
  let isOver = false
  const getDelay = (_failures: number, error: unknown): number | null => {
    // Stopped during the request.
    if (isOver) return null
    const isRefused = isFinalError(error)
    if (isRefused || clock.elapsed() >= deadline) {
      isOver = true
      loop.stop()
      deps.onEnd(isRefused ? 'refused' : 'gaveUp')
      return null
    }
    const delay = backoff(step, 2000, 30_000)
    step += 1
    return Math.max(delay, getRetryAfterMs(error))
  }
  const loop = createPollLoop({ clock, request: deps.request, getDelay, onFailure: () => {} })
  const update = () => {
    if (!isVisible() || isOver) loop.stop()
    else loop.start(0)
  }
  const unsubscribe = deps.onVisibility(update)
  update()
  return () => {
    isOver = true
    unsubscribe()
    loop.stop()
  }
}
