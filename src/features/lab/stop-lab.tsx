import { Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskRef } from '../../api/task-ref'
import { SlowAnswer } from '../../i18n/slow-answer'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { useCachedLab, type useStopLab } from './labs'
import { isLabRunning, labState } from './model'

interface LabCall {
  isPending: boolean
  error: unknown
}

/** Lives above the lab's states, so that the dialog survives a change; closes when there is nothing to confirm. */
export const useLabDialog = <Call extends LabCall>(call: Call, isPossible: boolean) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shouldMoveFocus = useRef(false)
  if (isOpen && !isPossible) setOpen(false)
  // After an error the lab and the button are still there.
  const hasFailed = call.error !== null
  useEffect(() => {
    if (hasFailed) shouldMoveFocus.current = false
    if (isOpen) shouldMoveFocus.current = true
    if (isOpen || isPossible || !shouldMoveFocus.current) return
    shouldMoveFocus.current = false
    // The button has unmounted. The dialog restores the focus within two frames, and may still contain it
    // while fading out.
    const moveFocus = () => {
      const focused = document.activeElement
      if (focused === document.body || focused?.closest('[role=alertdialog]'))
        document.getElementById('lab')?.focus()
    }
    requestAnimationFrame(() => requestAnimationFrame(moveFocus))
  }, [isOpen, isPossible, hasFailed])
  /** If the lab stops later, it isn't because of this dialog. */
  const dismiss = () => {
    if (!call.isPending) shouldMoveFocus.current = false
    setOpen(false)
  }
  return { ...call, isPossible, isOpen, setOpen, dismiss, button }
}

interface StopProps {
  stop: ReturnType<typeof useLabDialog<ReturnType<typeof useStopLab>>>
}

export const StopLabButton = ({ stop }: StopProps) => {
  const { t } = useTranslation('lab')
  return (
    <Button
      ref={stop.button}
      isPending={stop.isPending}
      icon={<Square />}
      className="grow"
      aria-haspopup="dialog"
      onClick={() => stop.setOpen(true)}
    >
      {t('stop')}
    </Button>
  )
}

/** The caller shows errors. */
export const StopLabDialog = ({ stop }: StopProps) => {
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
    >
      <SlowAnswer isPending={stop.isPending} onStop={stop.stopWaiting}>
        {t('slow.stop')}
      </SlowAnswer>
    </ConfirmDialog>
  )
}

/** Never stops the lab automatically. The button is in the panel below. */
export const LabAfterSolve = ({ groupId, taskId }: TaskRef) => {
  const { t } = useTranslation('lab')
  const { data } = useCachedLab(groupId, taskId)
  if (data === undefined || !isLabRunning(data)) return null
  return (
    <p className="text-sm text-muted">
      {t(labState(data) === 'starting' ? 'solved.starting' : 'solved.text')}
    </p>
  )
}
