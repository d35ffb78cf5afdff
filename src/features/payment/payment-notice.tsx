import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../queries/exam-view'
import type { BegunPayment } from '../../queries/payment-store'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import type { Payment } from './use-payment'
import type { PaymentAddress } from './use-payment-address'

interface PaymentNoticeProps {
  payment: Payment
  attempt: AttemptView
  address: PaymentAddress
}

/** How the payment stands, in words: on its way, rejected, not possible, not needed yet. */
export const PaymentNotice = ({ payment, attempt, address }: PaymentNoticeProps) => {
  const { t } = useTranslation('payment')
  if (payment.begun && payment.isUnderWay) return <UnderWay begun={payment.begun} />
  return (
    <>
      {attempt.status === 'payment_rejected' && attempt.reason !== null && (
        <Banner tone="danger" title={t('rejected.title')}>
          <bdi className="wrap-anywhere whitespace-pre-line">{attempt.reason}</bdi>
        </Banner>
      )}
      <AddressNotice address={address} attempt={attempt} />
    </>
  )
}

/** Calm words while the bank takes its time; what to do when it takes too long. */
const UnderWay = ({ begun }: { begun: BegunPayment }) => {
  const { t } = useTranslation('payment')
  if (begun.phase === 'refused' || begun.phase === 'gaveUp')
    return (
      // Of a bank that nobody has heard of nothing is said.
      <Banner tone="warning" title={t(begun.hasAnswer ? 'gaveUp.title' : 'unheard.title')}>
        <p>{t('gaveUp.text')}</p>
        <WhomToAsk id={begun.attemptId} />
      </Banner>
    )
  return (
    <Banner tone="info" icon={<Spinner />} title={t(`wait.${begun.outcome ?? 'left'}`)}>
      {t('wait.page')}
    </Banner>
  )
}

const AddressNotice = ({ address, attempt }: Pick<PaymentNoticeProps, 'address' | 'attempt'>) => {
  const { t } = useTranslation(['payment', 'common'])
  if ('url' in address || address.reason === 'waiting') return null
  if (address.reason === 'missing') {
    // The attempt itself says what to do without a price, and after a rejection.
    if (attempt.price === null || attempt.status === 'payment_rejected') return null
    return (
      <Banner tone="info" title={t('missing.title')}>
        {t('missing.text')}
      </Banner>
    )
  }
  if (address.reason === 'noConfig')
    return (
      <Refused
        id={attempt.id}
        reason={t('refused.noConfig')}
        action={
          <Button size="sm" onClick={address.retry}>
            {t('retry', { ns: 'common' })}
          </Button>
        }
      />
    )
  if (address.reason !== 'notAllowed')
    return <Refused id={attempt.id} reason={t(`refused.${address.reason}`)} />
  return (
    <Refused
      id={attempt.id}
      reason={
        <>
          {t('refused.notAllowed')} <bdi className="font-mono wrap-anywhere">{address.host}</bdi>
        </>
      }
    />
  )
}

/** F07: no frame was made; says why, and who can mend it. */
const Refused = ({ id, reason, action }: { id: number; reason: ReactNode; action?: ReactNode }) => {
  const { t } = useTranslation('payment')
  return (
    <Banner tone="danger" role="alert" title={t('refused.title')} action={action}>
      <p>{reason}</p>
      <WhomToAsk id={id} />
    </Banner>
  )
}

const WhomToAsk = ({ id }: { id: number }) => {
  const { t } = useTranslation('payment')
  return (
    <p>
      {t('ask', { id })} <Link to="/contacts">{t('ask.contacts')}</Link>
    </p>
  )
}
