import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../queries/exam-view'
import type { BegunPayment } from '../../queries/payment-store'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import type { Payment } from './use-payment'
import type { PaymentUrlState } from './use-payment-url'

interface PaymentNoticeProps {
  payment: Payment
  attempt: AttemptView
  urlState: PaymentUrlState
}

/** State of the payment: pending, rejected, not possible, not needed yet. */
export const PaymentNotice = ({ payment, attempt, urlState }: PaymentNoticeProps) => {
  const { t } = useTranslation('payment')
  if (payment.begun && payment.isUnderWay) return <PaymentPending begun={payment.begun} />
  return (
    <>
      {attempt.status === 'payment_rejected' && attempt.reason !== null && (
        <Banner tone="danger" title={t('rejected.title')}>
          <bdi className="wrap-anywhere whitespace-pre-line">{attempt.reason}</bdi>
        </Banner>
      )}
      <UrlNotice urlState={urlState} attempt={attempt} />
    </>
  )
}

/** While the bank confirms, and what to do when it takes too long. */
const PaymentPending = ({ begun }: { begun: BegunPayment }) => {
  const { t } = useTranslation('payment')
  if (begun.phase === 'refused' || begun.phase === 'gaveUp')
    return (
      // Without any response nothing is known about the bank.
      <Banner tone="warning" title={t(begun.hasAnswer ? 'gaveUp.title' : 'unheard.title')}>
        <p>{t('gaveUp.text')}</p>
        <ContactLine id={begun.attemptId} />
      </Banner>
    )
  return (
    <Banner tone="info" icon={<Spinner />} title={t(`wait.${begun.outcome ?? 'left'}`)}>
      {t('wait.page')}
    </Banner>
  )
}

const UrlNotice = ({ urlState, attempt }: Pick<PaymentNoticeProps, 'urlState' | 'attempt'>) => {
  const { t } = useTranslation(['payment', 'common'])
  if ('url' in urlState || urlState.reason === 'waiting') return null
  if (urlState.reason === 'missing') {
    // Without a price and after a rejection the attempt itself says what to do.
    if (attempt.price === null || attempt.status === 'payment_rejected') return null
    return (
      <Banner tone="info" title={t('missing.title')}>
        {t('missing.text')}
      </Banner>
    )
  }
  if (urlState.reason === 'noConfig')
    return (
      <UrlError
        id={attempt.id}
        reason={t('refused.noConfig')}
        action={
          <Button size="sm" onClick={urlState.retry}>
            {t('retry', { ns: 'common' })}
          </Button>
        }
      />
    )
  if (urlState.reason !== 'notAllowed')
    return <UrlError id={attempt.id} reason={t(`refused.${urlState.reason}`)} />
  return (
    <UrlError
      id={attempt.id}
      reason={
        <>
          {t('refused.notAllowed')} <bdi className="font-mono wrap-anywhere">{urlState.host}</bdi>
        </>
      }
    />
  )
}

/** F07: the URL is not allowed, so there is no frame. Says why and whom to contact. */
const UrlError = ({ id, reason, action }: { id: number; reason: ReactNode; action?: ReactNode }) => {
  const { t } = useTranslation('payment')
  return (
    <Banner tone="danger" role="alert" title={t('refused.title')} action={action}>
      <p>{reason}</p>
      <ContactLine id={id} />
    </Banner>
  )
}

const ContactLine = ({ id }: { id: number }) => {
  const { t } = useTranslation('payment')
  return (
    <p>
      {t('ask', { id })} <Link to="/contacts">{t('ask.contacts')}</Link>
    </p>
  )
}
