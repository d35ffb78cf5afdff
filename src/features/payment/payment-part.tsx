import { CreditCard, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/format'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { AttemptView } from '../../queries/exam-view'
import { Button } from '../../ui/button'
import { CheckAnswer, failureOf } from './check-answer'
import { PaymentDialog } from './payment-dialog'
import { PaymentNotice } from './payment-notice'
import { type Payment, usePayment } from './use-payment'
import { type PaymentAddress, usePaymentAddress } from './use-payment-address'

export interface PaymentPartProps {
  groupId: number
  attempt: AttemptView
}

/** What a candidate can do about the payment of an attempt (specification §2 and §4, ux §2). */
export const PaymentPart = ({ groupId, attempt }: PaymentPartProps) => {
  const { t } = useTranslation(['payment', 'common'])
  const address = usePaymentAddress(attempt.paymentUrl)
  const payment = usePayment(groupId, attempt, address)
  const checkButton = useRef<HTMLButtonElement>(null)
  const wait = useRetryAfter(failureOf(payment.shown))
  if (!attempt.rule.actions.includes('checkPayment')) return null
  const check = {
    isPending: payment.isChecking,
    onClick: payment.check,
    ...(wait > 0 && { disabledReason: t('retryIn', { ns: 'common', seconds: wait }) }),
    icon: <RefreshCw className="size-4" aria-hidden />,
    children: t('check'),
  }
  return (
    <div className="flex flex-col gap-4">
      <PaymentNotice payment={payment} attempt={attempt} address={address} />
      <div className="flex flex-wrap items-start gap-2">
        <PayButton payment={payment} attempt={attempt} address={address} />
        <Button ref={checkButton} {...check} variant={payment.isUnderWay ? 'primary' : 'secondary'} />
      </div>
      <CheckAnswer payment={payment} />
      {payment.bankUrl !== '' && (
        <PaymentDialog payment={payment} url={payment.bankUrl} check={check} finalFocus={checkButton} />
      )}
    </div>
  )
}

interface PayButtonProps {
  payment: Payment
  attempt: AttemptView
  address: PaymentAddress
}

/** Opens the bank's page; absent where there is none, and while money may be on its way (no double payment). */
const PayButton = ({ payment, attempt, address }: PayButtonProps) => {
  const { t, i18n } = useTranslation('payment')
  const isWaiting = 'reason' in address && address.reason === 'waiting'
  if (!payment.mayPay || ('reason' in address && !isWaiting)) return null
  const { begun, isUnderWay, pay } = payment
  const price = attempt.price && formatMoney(attempt.price.amount, attempt.price.currency, i18n.language)
  const first = attempt.status === 'payment_rejected' ? 'pay.again' : price === null ? 'pay' : 'pay.price'
  return (
    <Button
      variant={isUnderWay ? 'secondary' : 'primary'}
      icon={<CreditCard className="size-4" aria-hidden />}
      isPending={isWaiting}
      aria-haspopup="dialog"
      onClick={pay}
    >
      {isUnderWay
        ? t(begun?.phase === 'gaveUp' ? 'pay.oneMore' : 'pay.return')
        : t(first, { price: price ?? '' })}
    </Button>
  )
}
