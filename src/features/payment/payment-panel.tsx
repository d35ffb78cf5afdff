import { Link } from '@tanstack/react-router'
import { CreditCard, ExternalLink, RefreshCw } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AttemptView, mayNeedAdmission } from '../../api/attempts'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { useRetryAfter } from '../../lib/cooldowns'
import { formatMoney, formatTime } from '../../lib/format'
import { useEventListener, useIsSlow } from '../../lib/hooks'
import { Banner } from '../../ui/banner'
import { Button, type ButtonProps } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { ButtonRow } from '../../ui/button-row'
import { ConfirmDialog, Dialog } from '../../ui/dialog'
import { Spinner } from '../../ui/spinner'
import { getOrderOutcome } from './order-outcome'
import { PaymentFrame } from './payment-frame'
import type { BegunPayment } from './payment-store'
import { type PaymentUrlState, usePaymentUrl } from './payment-url'
import { type Payment, usePayment } from './use-payment'

export interface PaymentPanelProps {
  groupId: number
  attempt: AttemptView
  /** Then it can only wait for admission. */
  isFree: boolean
}

/** Payment of an attempt: pay, check, and the state of both. */
export const PaymentPanel = ({ groupId, attempt, isFree }: PaymentPanelProps) => {
  const { t } = useTranslation(['payment', 'common'])
  const urlState = usePaymentUrl(attempt.paymentUrl)
  const payment = usePayment(groupId, attempt, urlState, isFree)
  const checkButton = useRef<HTMLButtonElement>(null)
  const answer = payment.shown?.answer
  const wait = useRetryAfter(answer?.kind === 'failed' ? answer.error : null)
  if (!attempt.rule.actions.includes('checkPayment')) return null
  const isAdmission = isFree && mayNeedAdmission(attempt)
  const check = {
    isPending: payment.isChecking,
    onClick: payment.check,
    disabledReason: retryReason(wait),
    icon: <RefreshCw className="size-4" />,
    children: t(isAdmission ? 'check.admission' : 'check'),
  }
  return (
    <div className="flex flex-col gap-3">
      <ButtonRow>
        <PayButton payment={payment} attempt={attempt} urlState={urlState} />
        <Button
          ref={checkButton}
          {...check}
          variant={payment.isOutcomeUnknown || isAdmission ? 'primary' : 'secondary'}
          size="lg"
          className="max-sm:grow"
        />
      </ButtonRow>
      <CheckResult payment={payment} />
      <PaymentNotice payment={payment} attempt={attempt} urlState={urlState} />
      {payment.bankUrl !== '' && (
        <PaymentDialog payment={payment} url={payment.bankUrl} checkButton={check} finalFocus={checkButton} />
      )}
    </div>
  )
}

interface PaymentProps {
  payment: Payment
  attempt: AttemptView
  urlState: PaymentUrlState
}

/** Opens the page of the bank. Absent while a payment may be pending, so that no one pays twice. */
const PayButton = ({ payment, attempt, urlState }: PaymentProps) => {
  const { t, i18n } = useTranslation('payment')
  const isWaiting = 'reason' in urlState && urlState.reason === 'waiting'
  if (!payment.mayPay || ('reason' in urlState && !isWaiting)) return null
  const { begun, isOutcomeUnknown, pay } = payment
  const price = attempt.price && formatMoney(attempt.price.amount, attempt.price.currency, i18n.language)
  const first = attempt.status === 'payment_rejected' ? 'pay.again' : price === null ? 'pay' : 'pay.price'
  return (
    <Button
      variant={isOutcomeUnknown ? 'secondary' : 'primary'}
      size="lg"
      className="max-sm:grow"
      icon={<CreditCard />}
      isPending={isWaiting}
      aria-haspopup="dialog"
      onClick={pay}
    >
      {isOutcomeUnknown
        ? t(begun?.phase === 'gaveUp' ? 'pay.oneMore' : 'pay.return')
        : t(first, { price: price ?? '' })}
    </Button>
  )
}

interface PaymentDialogProps {
  payment: Payment
  /** A validated URL. */
  url: string
  checkButton: ButtonProps & { children: ReactNode }
  finalFocus: RefObject<HTMLElement | null>
}

/** The bank's page in a full-size dialog, with close and check always visible. */
const PaymentDialog = ({ payment, url, checkButton, finalFocus }: PaymentDialogProps) => {
  const { t } = useTranslation(['payment', 'common'])
  const [isConfirmingClose, setConfirmingClose] = useState(false)
  // Not the frame: Escape there does not reach the dialog.
  const first = useRef<HTMLButtonElement>(null)
  const isMidPayment = payment.begun?.phase === 'atBank'
  // The outcome is known: no need to confirm.
  if (isConfirmingClose && !(payment.isOpen && isMidPayment)) setConfirmingClose(false)
  const close = () => {
    setConfirmingClose(false)
    payment.close()
  }
  return (
    <Dialog
      isOpen={payment.isOpen}
      onOpenChange={isOpen => {
        if (!isOpen && isMidPayment) setConfirmingClose(true)
        else if (!isOpen) close()
      }}
      title={t('title')}
      closeLabel={t('close', { ns: 'common' })}
      size="full"
      initialFocus={first}
      finalFocus={finalFocus}
      footer={
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <DialogFooter payment={payment} url={url} />
          <Button ref={first} {...checkButton} variant={isMidPayment ? 'secondary' : 'primary'} />
        </div>
      }
    >
      <BankPage payment={payment} url={url} />
      <ConfirmDialog
        isOpen={isConfirmingClose}
        onOpenChange={setConfirmingClose}
        title={t('close.title')}
        description={t('close.text')}
        confirmLabel={t('close.confirm')}
        cancelLabel={t('close.cancel')}
        tone="primary"
        onConfirm={close}
      />
    </Dialog>
  )
}

/** Mounted while the dialog is open, so there is one message listener at most (F06). */
const BankPage = ({ payment, url }: { payment: Payment; url: string }) => {
  const { t } = useTranslation('payment')
  const frame = useRef<HTMLIFrameElement>(null)
  const isBlocked = useIsFrameBlocked()
  useEventListener(window, 'message', (event: MessageEvent<unknown>) => {
    const source = frame.current?.contentWindow ?? null
    const outcome = getOrderOutcome(event, { ownOrigin: window.origin, source })
    if (outcome) payment.onOrderMessage(outcome)
  })
  if (isBlocked)
    return (
      <Banner tone="warning" role="alert" title={t('blocked.title')}>
        <p>{t('blocked.text')}</p>
        <p>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={payment.payInTab}
            className={buttonClass({ variant: 'primary' })}
          >
            <span>{t('newTab')}</span>
            <ExternalLink className="size-4 shrink-0" />
          </a>
        </p>
      </Banner>
    )
  return (
    <PaymentFrame
      ref={frame}
      src={url}
      title={t('frame')}
      loadingLabel={t('loading')}
      // The sentence that the bank leads back to needs little room.
      className={
        payment.begun?.outcome
          ? 'h-24 max-md:flex-1'
          : 'min-h-[16rem] max-md:flex-1 md:h-[min(40rem,calc(100dvh-16rem))]'
      }
    />
  )
}

/**
 * Whether the frame went to a page that may not be framed: the bank of the card confirms payments on a host of its own,
 * which the policy of this site can't name. The frame stays white then.
 */
const useIsFrameBlocked = (): boolean => {
  const [isBlocked, setBlocked] = useState(false)
  useEventListener(document, 'securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'frame-src' || effectiveDirective === 'child-src') setBlocked(true)
  })
  return isBlocked
}

/** After this a page that has not loaded, or shows nothing, may be opened in a new tab. */
const NEW_TAB_AFTER_MS = 20_000

/** Outcome, hint and check result beside the check button. */
const DialogFooter = ({ payment, url }: { payment: Payment; url: string }) => {
  const { t } = useTranslation('payment')
  const answer = useCheckMessage(payment)
  const outcome = payment.begun?.outcome
  const isConfirming = payment.begun?.phase === 'confirming'
  return (
    <div className="flex min-w-0 flex-1 basis-[16rem] flex-col gap-1 text-sm">
      {!outcome && <p>{t('hint')}</p>}
      {/* The bank's page says the outcome itself. */}
      {outcome && isConfirming && !answer && (
        <p>{`${outcome === 'ok' ? t('wait.auto') : `${t('wait.fail')}.`} ${t('wait.canClose')}`}</p>
      )}
      {answer && (
        <p
          role={answer.isFailure ? 'alert' : undefined}
          className={answer.isFailure ? 'text-danger-text' : 'text-muted'}
        >
          {answer.text}
        </p>
      )}
      {!outcome && <NewTab url={url} onOpen={payment.payInTab} />}
    </div>
  )
}

const NewTab = ({ url, onOpen }: { url: string; onOpen: () => void }) => {
  const { t } = useTranslation('payment')
  const isSlow = useIsSlow(true, NEW_TAB_AFTER_MS)
  if (!isSlow) return null
  return (
    <p>
      <span>{t('slow')}</span>{' '}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        className="inline-flex min-h-6 items-center gap-1"
      >
        <span>{t('newTab')}</span>
        <ExternalLink className="size-4 shrink-0" />
      </a>
    </p>
  )
}

/** State of the payment: pending, not possible, not needed yet. */
const PaymentNotice = ({ payment, attempt, urlState }: PaymentProps) => {
  if (payment.begun && payment.isOutcomeUnknown) return <PaymentPending begun={payment.begun} />
  return <UrlNotice urlState={urlState} attempt={attempt} />
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

/** Why the attempt can't be paid now. */
const UrlNotice = ({ urlState, attempt }: Omit<PaymentProps, 'payment'>) => {
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
  const retry = urlState.reason === 'noConfig' && (
    <Button size="sm" onClick={urlState.retry}>
      {t('retry', { ns: 'common' })}
    </Button>
  )
  // F07: the URL is not allowed, so there is no frame.
  return (
    <Banner tone="danger" role="alert" title={t('refused.title')} action={retry}>
      <p>
        <span>{t(`refused.${urlState.reason}`)}</span>
        {urlState.reason === 'notAllowed' && (
          <>
            {' '}
            <bdi translate="no" className="font-mono wrap-anywhere">
              {urlState.host}
            </bdi>
          </>
        )}
      </p>
      <ContactLine id={attempt.id} />
    </Banner>
  )
}

const ContactLine = ({ id }: { id: number }) => {
  const { t } = useTranslation('payment')
  return (
    <p>
      <span>{t('ask', { id })}</span> <Link to="/contacts">{t('ask.contacts')}</Link>
    </p>
  )
}

/** Message of the last check, unless it changed the attempt. */
const useCheckMessage = ({ shown, begun, unchangedKey }: Payment) => {
  const { t, i18n } = useTranslation('payment')
  if (!shown || shown.answer.kind === 'changed' || shown.answer.kind === 'outdated') return null
  const { answer, isByUser } = shown
  const time = formatTime(answer.at, i18n.language)
  // Automatic checks are silent while nothing changes.
  if (!isByUser && answer.kind === 'same') return null
  if (!isByUser && begun?.phase === 'confirming') return { text: t('trying', { time }), isFailure: false }
  if (answer.kind === 'same') return { text: t(unchangedKey, { time }), isFailure: false }
  if (answer.kind === 'other') return { text: t('other'), isFailure: true }
  return { text: t('failed', { time, reason: shortErrorMessage(answer.error) }), isFailure: true }
}

/** Result of the last payment check. A change shows in the attempt itself. */
const CheckResult = ({ payment }: { payment: Payment }) => {
  const message = useCheckMessage(payment)
  if (!message) return null
  if (!message.isFailure) return <p className="text-sm text-muted">{message.text}</p>
  return (
    <Banner tone="danger" role="alert">
      {message.text}
    </Banner>
  )
}
