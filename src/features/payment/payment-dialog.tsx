import { ExternalLink } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../lib/clock'
import { hearOrder } from '../../lib/order-message'
import { Button, type ButtonProps } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { PaymentFrame } from '../../ui/payment-frame'
import { useAnswerWords } from './check-answer'
import type { Payment } from './use-payment'

interface PaymentDialogProps {
  payment: Payment
  /** A checked address. */
  url: string
  /** The button that asks the platform. */
  check: ButtonProps
  finalFocus: RefObject<HTMLElement | null>
}

/** The bank's page over ours, with the way out and the check always in view (ux §2, payment dialog). */
export const PaymentDialog = ({ payment, url, check, finalFocus }: PaymentDialogProps) => {
  const { t } = useTranslation(['payment', 'common'])
  const [isAsking, setAsking] = useState(false)
  // Not the frame, where Escape never reaches us.
  const first = useRef<HTMLButtonElement>(null)
  const isMidPayment = payment.begun?.phase === 'atBank'
  // Its outcome has come meanwhile: the question answers itself.
  if (isAsking && !(payment.isOpen && isMidPayment)) setAsking(false)
  const close = () => {
    setAsking(false)
    payment.close()
  }
  return (
    <Dialog
      isOpen={payment.isOpen}
      onOpenChange={isOpen => {
        if (!isOpen && isMidPayment) setAsking(true)
        else if (!isOpen) close()
      }}
      title={t('title')}
      closeLabel={t('close', { ns: 'common' })}
      size="full"
      initialFocus={first}
      finalFocus={finalFocus}
      footer={
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <Footnote payment={payment} url={url} />
          <Button ref={first} {...check} variant={isMidPayment ? 'secondary' : 'primary'} />
        </div>
      }
    >
      <BankPage payment={payment} url={url} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
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

/** Mounted only while the dialog is open: with it comes and goes the one listener for messages (F06). */
const BankPage = ({ payment, url }: { payment: Payment; url: string }) => {
  const { t } = useTranslation('payment')
  const frame = useRef<HTMLIFrameElement>(null)
  const heard = useRef(payment.hearOrder)
  useEffect(() => {
    heard.current = payment.hearOrder
  })
  useEffect(
    () =>
      hearOrder(
        () => frame.current?.contentWindow ?? null,
        outcome => heard.current(outcome),
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

/** Milliseconds after which a page that has not come, or shows nothing, may be opened elsewhere. */
const patience = 20_000

/** The sentence of the specification and what there is to know, beside the check. */
const Footnote = ({ payment, url }: { payment: Payment; url: string }) => {
  const { t } = useTranslation(['payment', 'common'])
  const answer = useAnswerWords(payment)
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
  useEffect(() => clock.after(patience, () => setSlow(true)), [])
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
