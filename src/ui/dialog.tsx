import { useDialogPopups } from './popup-loader'
import type { ConfirmDialogProps, DialogProps } from './popups/props'

/** A modal dialog, closed by Escape, the close button and a click outside. The content scrolls, the close button does not. */
export function Dialog(props: DialogProps) {
  const popups = useDialogPopups(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.DialogWindow {...props} />
}

/** Confirms a destructive action. Initial focus is on cancel; Escape cancels, a click outside does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const popups = useDialogPopups(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.ConfirmWindow {...props} />
}
