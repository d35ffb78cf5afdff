import { CreditCard, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../lib/format'
import { useRetryAfter } from '../../lib/use-retry-after'
import type { AttemptView } from '../../queries/exam-view'
import { Button } from '../../ui/button'
import { CheckResult, getCheckError } from './check-result'
import { PaymentDialog } from './payment-dialog'
import { PaymentNotice } from './payment-notice'
import { type Payment, usePayment } from './use-payment'
import { type PaymentUrlState, usePaymentUrl } from './use-payment-url'

export interface PaymentPanelProps {
  groupId: number
  attempt: AttemptView
}

/** Payment of an attempt: pay, check, and the state of both. */
export const PaymentPanel = ({ groupId, attempt }: PaymentPanelProps) => {
  const { t } = useTranslation(['payment', 'common'])
  const urlState = usePaymentUrl(attempt.paymentUrl)
  const payment = usePayment(groupId, attempt, urlState)
  const checkButton = useRef<HTMLButtonElement>(null)
  const wait = useRetryAfter(getCheckError(payment.shown))
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
      <PaymentNotice payment={payment} attempt={attempt} urlState={urlState} />
      <div className="flex flex-wrap items-start gap-2">
        <PayButton payment={payment} attempt={attempt} urlState={urlState} />
        <Button ref={checkButton} {...check} variant={payment.isUnderWay ? 'primary' : 'secondary'} />
      </div>
      <CheckResult payment={payment} />
      {payment.bankUrl !== '' && (
        <PaymentDialog payment={payment} url={payment.bankUrl} checkButton={check} finalFocus={checkButton} />
      )}
    </div>
  )
}

interface PayButtonProps {
  payment: Payment
  attempt: AttemptView
  urlState: PaymentUrlState
}

/** Opens the page of the bank. Absent while a payment may be pending, so that no one pays twice. */
const PayButton = ({ payment, attempt, urlState }: PayButtonProps) => {
  const { t, i18n } = useTranslation('payment')
  const isWaiting = 'reason' in urlState && urlState.reason === 'waiting'
  if (!payment.mayPay || ('reason' in urlState && !isWaiting)) return null
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
