import type { ReactNode, RefObject } from 'react'
import { useDialogPopups } from './popup-loader'

export type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What will be lost, in one line. */
  description: ReactNode
  /** A verb phrase, not "OK". */
  confirmLabel: string
  cancelLabel: string
  /** Does not close the dialog: do that when the action has succeeded. */
  onConfirm: () => void
  tone?: 'danger' | 'primary' | undefined
  isPending?: boolean | undefined
  /** Why the action failed; the dialog stays open. */
  error?: ReactNode
  /** Why it cannot be confirmed yet, such as an unchecked "I understand". */
  confirmDisabledReason?: string | undefined
  /** Further content: conditions, a checkbox. */
  children?: ReactNode
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** Confirms a destructive action. Initial focus is on cancel; Escape cancels, a click outside does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const popups = useDialogPopups(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.ConfirmWindow {...props} />
}
