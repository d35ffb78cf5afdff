import type { ReactNode, RefObject } from 'react'
import { useWindowCode } from './popup-code'

export type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What is lost, in one line. */
  description: ReactNode
  /** Verbs: "Остановить лабораторию", "Не останавливать". */
  confirmLabel: string
  cancelLabel: string
  /** Does not close by itself: close when the action has succeeded. */
  onConfirm: () => void
  tone?: 'danger' | 'primary' | undefined
  isPending?: boolean | undefined
  /** Why the action failed; the dialog stays. */
  error?: ReactNode
  /** Why it cannot be confirmed yet (an unticked "I understand"). */
  confirmDisabledReason?: string | undefined
  /** More than one line: conditions, a checkbox. */
  children?: ReactNode
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** Asks before something is lost. Focus is on the safe answer, a click outside is no answer, Escape is "no". */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const popups = useWindowCode(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.ConfirmWindow {...props} />
}
