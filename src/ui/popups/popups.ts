import { ConfirmDialogPopup } from './confirm-dialog-popup'
import { DialogPopup } from './dialog-popup'
import { PopoverPopup } from './popover-popup'
import type { Popups } from './props'
import { RadioMenuPopup } from './radio-menu-popup'
import { TooltipPopup } from './tooltip-popup'

/** One chunk: opening one popup loads all of them. */
export const popups: Popups = {
  ConfirmWindow: ConfirmDialogPopup,
  DialogWindow: DialogPopup,
  PopoverPopup,
  RadioMenuPopup,
  TooltipPopup,
}
