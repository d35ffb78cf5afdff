import { useDialogPopups } from './popup-loader'
import type { DialogProps } from './popups/props'

/** A modal dialog, closed by Escape, the close button and a click outside. The content scrolls, the close button does not. */
export function Dialog(props: DialogProps) {
  const popups = useDialogPopups(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.DialogWindow {...props} />
}
