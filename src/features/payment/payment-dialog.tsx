import { ExternalLink } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { onOrderMessage } from '../../lib/order-message'
import { Button, type ButtonProps } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { PaymentFrame } from '../../ui/payment-frame'
import { useCheckMessage } from './check-result'
import type { Payment } from './use-payment'

interface PaymentDialogProps {
  payment: Payment
  /** A validated URL. */
  url: string
  checkButton: ButtonProps
  finalFocus: RefObject<HTMLElement | null>
}

/** The bank's page in a full-size dialog, with close and check always visible. */
export const PaymentDialog = ({ payment, url, checkButton, finalFocus }: PaymentDialogProps) => {
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
  const onMessage = useRef(payment.onOrderMessage)
  useEffect(() => {
    onMessage.current = payment.onOrderMessage
  })
  useEffect(
    () =>
      onOrderMessage(
        () => frame.current?.contentWindow ?? null,
        outcome => onMessage.current(outcome),
      ),
    [],
  )
  return (
    <PaymentFrame
      ref={frame}
      src={url}
      title={t('frame')}
      loadingLabel={t('loading')}
      className="min-h-[16rem] max-md:flex-1 md:h-[min(40rem,calc(100dvh-16rem))]"
    />
  )
}

/** After this a page that has not loaded, or shows nothing, may be opened in a new tab. */
const SLOW_AFTER_MS = 20_000

/** Outcome, hint and check result beside the check button. */
const DialogFooter = ({ payment, url }: { payment: Payment; url: string }) => {
  const { t } = useTranslation(['payment', 'common'])
  const answer = useCheckMessage(payment)
  const outcome = payment.begun?.outcome
  const isConfirming = payment.begun?.phase === 'confirming'
  return (
    <div className="flex min-w-0 flex-1 basis-[16rem] flex-col gap-1 text-sm">
      <p>{outcome ? t(`order.${outcome}`, { ns: 'common' }) : t('hint')}</p>
      {isConfirming && !answer && <p className="text-muted">{t('wait.window')}</p>}
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
  const [isSlow, setSlow] = useState(false)
  useEffect(() => clock.after(SLOW_AFTER_MS, () => setSlow(true)), [])
  if (!isSlow) return null
  return (
    <p>
      {t('slow')}{' '}
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onOpen}
        className="inline-flex min-h-6 items-center gap-1"
      >
        {t('newTab')}
        <ExternalLink className="size-4 shrink-0" aria-hidden />
      </a>
    </p>
  )
}
