import { Square } from 'lucide-react'
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { useStopLab } from '../../queries/labs'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'

/**
 * State of the stop button and its dialog. Lives above the lab's states, so that the dialog survives a
 * change; closes when there is nothing to stop.
 */
export const useStopDialog = (stop: ReturnType<typeof useStopLab>, canStop: boolean) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shouldMoveFocus = useRef(false)
  if (isOpen && !canStop) setOpen(false)
  // After an error the lab and the button are still there.
  const hasFailed = stop.error !== null
  useEffect(() => {
    if (hasFailed) shouldMoveFocus.current = false
    if (isOpen) shouldMoveFocus.current = true
    if (isOpen || canStop || !shouldMoveFocus.current) return
    shouldMoveFocus.current = false
    // The button has unmounted. The dialog restores the focus within two frames, and may still contain it
    // while fading out.
    const moveFocus = () => {
      const focused = document.activeElement
      if (focused === document.body || focused?.closest('[role=alertdialog]'))
        document.getElementById('lab')?.focus()
    }
    requestAnimationFrame(() => requestAnimationFrame(moveFocus))
  }, [isOpen, canStop, hasFailed])
  /** If the lab stops later, it isn't because of this dialog. */
  const dismiss = () => {
    if (!stop.isPending) shouldMoveFocus.current = false
    setOpen(false)
  }
  return { ...stop, isOpen, setOpen, dismiss, button }
}

interface StopLabButtonProps {
  stop: {
    isPending: boolean
    setOpen: (isOpen: boolean) => void
    button: Ref<HTMLButtonElement>
  }
}

export const StopLabButton = ({ stop }: StopLabButtonProps) => {
  const { t } = useTranslation('lab')
  return (
    <Button
      ref={stop.button}
      isPending={stop.isPending}
      icon={<Square className="size-4" aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => stop.setOpen(true)}
    >
      {t('stop')}
    </Button>
  )
}

interface StopLabDialogProps {
  stop: {
    stop: () => Promise<unknown>
    isPending: boolean
    isOpen: boolean
    setOpen: (isOpen: boolean) => void
    dismiss: () => void
    button: RefObject<HTMLButtonElement | null>
  }
}

/** The caller shows errors. */
export const StopLabDialog = ({ stop }: StopLabDialogProps) => {
  const { t } = useTranslation('lab')
  const confirm = async () => {
    await stop.stop()
    stop.setOpen(false)
  }
  return (
    <ConfirmDialog
      isOpen={stop.isOpen}
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
