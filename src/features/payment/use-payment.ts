import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatTime } from '../../lib/format'
import type { OrderOutcome } from '../../lib/order-message'
import { knownStatus } from '../../queries/attempt-rules'
import { type AttemptView, mayNeedAdmission } from '../../queries/exam-view'
import { type PaymentAnswer, usePaymentCheck } from '../../queries/payment-check'
import { type BegunPayment, mayReturn, payments } from '../../queries/payment-store'
import { usePaymentWatch } from '../../queries/payment-watch'
import type { PaymentAddress } from './use-payment-address'

interface Saying {
  isByPerson: boolean
  same: 'same' | 'same.admission'
  t: TFunction<'payment'>
  language: string
}

/** What is said once when the platform has an answer; nothing for a failure, which speaks where it is shown. */
const spokenAnswer = (answer: PaymentAnswer, { isByPerson, same, t, language }: Saying) => {
  if (answer.kind !== 'same' && answer.kind !== 'changed') return ''
  const status = knownStatus(answer.check.status)
  const { reason } = answer.check
  const nothingNew = isByPerson ? t(same, { time: formatTime(answer.at, language) }) : ''
  if (answer.kind === 'same' || status === 'need_pay') return nothingNew
  if (status === 'payment_rejected')
    return typeof reason === 'string' ? t('said.rejectedFor', { reason }) : t('said.rejected')
  if (status === 'payed') return t('said.payed')
  if (status === 'get_access') return t('said.admitted')
  return t(status === 'unknown' ? 'said.unknown' : 'said.changed')
}

/** The bank's page that a person has opened. It keeps its address, whatever is read of the attempt while they pay. */
const useBankPage = (begun: BegunPayment | null, address: PaymentAddress) => {
  const [opened, setOpened] = useState({ url: '', isOpen: false })
  const close = () => setOpened({ ...opened, isOpen: false })
  // Another tab, or an answer, has ended the payment.
  if (opened.isOpen && !begun) close()
  const id = begun?.attemptId
  const isPaidPerhaps = begun?.phase === 'atBank' && 'reason' in address && address.reason === 'missing'
  useEffect(() => {
    // What is paid has no address any more.
    if (isPaidPerhaps && id !== undefined) payments.confirm(id)
  }, [isPaidPerhaps, id])
  return {
    isOpen: opened.isOpen && begun !== null,
    /** Empty until a page was opened. */
    bankUrl: opened.url,
    open: (url: string) => setOpened({ url, isOpen: true }),
    close,
  }
}

/** Everything about paying for an attempt: what is shown, and what a person can do. */
export const usePayment = (groupId: number, attempt: AttemptView, address: PaymentAddress) => {
  const { t, i18n } = useTranslation('payment')
  const { id } = attempt
  const tell = (answer: PaymentAnswer, isByPerson: boolean) =>
    announce(spokenAnswer(answer, { isByPerson, same, t, language: i18n.language }))
  const { check, question, isChecking, shown } = usePaymentCheck(groupId, id, tell)
  const begun = usePaymentWatch(groupId, attempt, question)
  const same: Saying['same'] = begun === null && mayNeedAdmission(attempt) ? 'same.admission' : 'same'
  const { isOpen, bankUrl, open, close } = useBankPage(begun, address)

  return {
    begun,
    /** Key of what is said when nothing has changed. */
    same,
    /** Its outcome is not known, and it may be on its way: paying again would be paying twice. */
    isUnderWay: begun !== null && begun.phase !== 'atBank',
    mayPay: begun === null || begun.phase === 'atBank' || mayReturn(begun),
    isOpen,
    bankUrl,
    isChecking,
    shown,
    check: () => void check(),
    /** For a click. */
    pay: () => {
      if (!('url' in address)) return
      payments.begin(id, attempt.status === 'payment_rejected')
      open(address.url)
    },
    /** The page that the bank returns to has spoken: now the platform is asked (F05). */
    hearOrder: (outcome: OrderOutcome) => {
      if (begun?.outcome !== outcome) announce(t(`wait.${outcome}`))
      payments.confirm(id, outcome)
    },
    /** The payment goes on in a tab of its own. */
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
