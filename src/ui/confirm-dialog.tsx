import { useDialogPopups } from './popup-loader'
import type { ConfirmDialogProps } from './popups/props'

/** Confirms a destructive action. Initial focus is on cancel; Escape cancels, a click outside does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const popups = useDialogPopups(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.ConfirmWindow {...props} />
}
