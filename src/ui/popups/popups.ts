import { ConfirmWindow } from './confirm-window'
import { DialogWindow } from './dialog-window'
import { PopoverPopup } from './popover-popup'
import { RadioMenuPopup } from './radio-menu-popup'
import { TooltipPopup } from './tooltip-popup'

/** Everything that stands over a page, fetched as one: whoever opens one popup has the code of all. */
export const popups = { ConfirmWindow, DialogWindow, PopoverPopup, RadioMenuPopup, TooltipPopup }

export type Popups = typeof popups
