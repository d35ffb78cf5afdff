import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import type { OrderOutcome } from '../../lib/order-message'
import { toKnownStatus } from '../../queries/attempt-rules'
import { type AttemptView, mayNeedAdmission } from '../../queries/exam-view'
import { type PaymentCheckResult, usePaymentCheck } from '../../queries/payment-check'
import { type BegunPayment, canReopenBankPage, payments } from '../../queries/payment-store'
import { usePaymentPoller } from '../../queries/use-payment-poller'
import type { PaymentUrlState } from './use-payment-url'

interface AnnouncementOptions {
  isByPerson: boolean
  same: 'same' | 'same.admission'
  t: TFunction<'payment'>
  language: string
}

/** The announcement for an answer; errors announce themselves where they are shown. */
const getAnnouncement = (
  answer: PaymentCheckResult,
  { isByPerson, same, t, language }: AnnouncementOptions,
) => {
  if (answer.kind !== 'same' && answer.kind !== 'changed') return ''
  const status = toKnownStatus(answer.check.status)
  const { reason } = answer.check
  const nothingNew = isByPerson ? t(same, { time: formatTime(answer.at, language) }) : ''
  if (answer.kind === 'same' || status === 'need_pay') return nothingNew
  if (status === 'payment_rejected')
    return typeof reason === 'string' ? t('said.rejectedFor', { reason }) : t('said.rejected')
  if (status === 'payed') return t('said.payed')
  if (status === 'get_access') return t('said.admitted')
  return t(status === 'unknown' ? 'said.unknown' : 'said.changed')
}

/**
 * The opened page of the bank. Its URL does not change while the user pays, even if the attempt is refetched.
 */
const useBankPage = (begun: BegunPayment | null, urlState: PaymentUrlState) => {
  const [opened, setOpened] = useState({ url: '', isOpen: false })
  const close = () => setOpened({ ...opened, isOpen: false })
  // The payment ended in another tab or by an answer.
  if (opened.isOpen && !begun) close()
  const id = begun?.attemptId
  const mayBePaid = begun?.phase === 'atBank' && 'reason' in urlState && urlState.reason === 'missing'
  useEffect(() => {
    // A paid attempt has no payment URL.
    if (mayBePaid && id !== undefined) payments.confirm(id)
  }, [mayBePaid, id])
  return {
    isOpen: opened.isOpen && begun !== null,
    /** Empty until opened. */
    bankUrl: opened.url,
    open: (url: string) => setOpened({ url, isOpen: true }),
    close,
  }
}

/** State and actions of the payment of an attempt. */
export const usePayment = (groupId: number, attempt: AttemptView, urlState: PaymentUrlState) => {
  const { t, i18n } = useTranslation('payment')
  const { id } = attempt
  const announceAnswer = (answer: PaymentCheckResult, isByPerson: boolean) =>
    announce(getAnnouncement(answer, { isByPerson, same, t, language: i18n.language }))
  const { check, requestStatus, isChecking, shown } = usePaymentCheck(groupId, id, announceAnswer)
  const begun = usePaymentPoller(groupId, attempt, requestStatus)
  const same: AnnouncementOptions['same'] =
    begun === null && mayNeedAdmission(attempt) ? 'same.admission' : 'same'
  const { isOpen, bankUrl, open, close } = useBankPage(begun, urlState)

  return {
    begun,
    /** Locale key of "nothing has changed". */
    same,
    /** The outcome is unknown: paying again could charge twice. */
    isUnderWay: begun !== null && begun.phase !== 'atBank',
    mayPay: begun === null || begun.phase === 'atBank' || canReopenBankPage(begun),
    isOpen,
    bankUrl,
    isChecking,
    shown,
    check: () => void check(),
    /** Must be called by a click. */
    pay: () => {
      if (!('url' in urlState)) return
      payments.begin(id, attempt.status === 'payment_rejected')
      open(urlState.url)
    },
    /** The return page has posted the outcome: now check with the platform (F05). */
    onOrderMessage: (outcome: OrderOutcome) => {
      if (begun?.outcome !== outcome) announce(t(`wait.${outcome}`))
      payments.confirm(id, outcome)
    },
    /** The payment continues in a new tab. */
    payInTab: () => payments.confirm(id),
    close: () => {
      close()
      if (begun?.phase !== 'atBank') return
      payments.confirm(id)
      announce(t('wait.left'))
    },
  }
}

export type Payment = ReturnType<typeof usePayment>
