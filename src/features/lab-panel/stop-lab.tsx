import { Square } from 'lucide-react'
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useStopLab } from '../../queries/labs'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'

/**
 * The stop of a lab and its question. The question is kept by whoever outlives the states of the lab, so that it does not
 * vanish under the eyes of its reader; it goes when there is nothing to stop.
 */
export const useStopQuestion = (stop: ReturnType<typeof useStopLab>, canStop: boolean) => {
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasAsked = useRef(false)
  if (isAsking && !canStop) setAsking(false)
  // What was refused leaves the lab as it was, and the button with it.
  const hasFailed = stop.error !== null
  useEffect(() => {
    if (hasFailed) wasAsked.current = false
    if (isAsking) wasAsked.current = true
    if (isAsking || canStop || !wasAsked.current) return
    wasAsked.current = false
    // The button that the question came from is gone with the lab. Its dialog has looked for it by the second frame, and may
    // still be fading out with the focus in it.
    const look = () => {
      const at = document.activeElement
      if (at === document.body || at?.closest('[role=alertdialog]')) document.getElementById('lab')?.focus()
    }
    requestAnimationFrame(() => requestAnimationFrame(look))
  }, [isAsking, canStop, hasFailed])
  /** The answer is no: when the lab ends later, it is for another reason. */
  const dismiss = () => {
    if (!stop.isPending) wasAsked.current = false
    setAsking(false)
  }
  return { ...stop, isAsking, setAsking, dismiss, button }
}

interface StopLabProps {
  stop: {
    isPending: boolean
    setAsking: (isAsking: boolean) => void
    button: Ref<HTMLButtonElement>
  }
}

/** Asks whether the lab shall be stopped. */
export const StopLab = ({ stop }: StopLabProps) => {
  const { t } = useTranslation('lab')
  return (
    <Button
      ref={stop.button}
      isPending={stop.isPending}
      icon={<Square className="size-4" aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => stop.setAsking(true)}
    >
      {t('stop')}
    </Button>
  )
}

interface StopQuestionProps {
  stop: {
    stop: () => Promise<unknown>
    isPending: boolean
    isAsking: boolean
    setAsking: (isAsking: boolean) => void
    dismiss: () => void
    button: RefObject<HTMLButtonElement | null>
  }
}

/** Stops a lab once the person has confirmed what is lost by it. A failure is told by whoever shows this. */
export const StopQuestion = ({ stop }: StopQuestionProps) => {
  const { t } = useTranslation('lab')
  const confirm = async () => {
    await stop.stop()
    stop.setAsking(false)
  }
  return (
    <ConfirmDialog
      isOpen={stop.isAsking}
      onOpenChange={stop.dismiss}
      title={t('stop.title')}
      description={t('stop.text')}
      confirmLabel={t('stop.confirm')}
      cancelLabel={t('stop.cancel')}
      isPending={stop.isPending}
      onConfirm={() => void confirm()}
      finalFocus={stop.button}
    />
  )
}
