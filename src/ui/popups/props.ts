import type { ComponentType, ReactElement, ReactNode, RefObject } from 'react'

/** The side of the trigger on which a popup opens; it flips when there is not enough space. */
export type Side = 'top' | 'bottom' | 'left' | 'right'
type Align = 'start' | 'center' | 'end'

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

export type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** 28, 36 or 48 rem wide; `full` fills windows up to 768 px. */
  size?: 'sm' | 'md' | 'lg' | 'full' | undefined
  /** Near the top of the window, so that a content that grows does not move what is above it. */
  isAtTop?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

export type PopoverProps = {
  trigger: ReactElement
  /** The accessible name. */
  title: string
  isTitleHidden?: boolean | undefined
  /** Shows a close button with this name. */
  closeLabel?: string | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
  /** Uncontrolled without `isOpen`. */
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  side?: Side | undefined
  align?: Align | undefined
  size?: 'sm' | 'md' | undefined
  /** Keeps it open when the header remounts, see `usePreserveOpenPopup`. */
  preserveKey?: string | undefined
}

export type RadioMenuProps<Value extends string> = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** The accessible name. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; lang?: string | undefined }[]
  /** Called once the menu has closed. */
  onChange: (value: Value) => void
  side?: Side | undefined
  align?: Align | undefined
}

/** The popup belongs to an element of the page; `find` may return null when that is gone. */
type Anchored = {
  anchor: { popupId: string; find: () => Element | null }
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export type PopoverPopupProps = Omit<PopoverProps, 'trigger' | 'isOpen' | 'onOpenChange'> & Anchored

export type RadioMenuPopupProps = Omit<RadioMenuProps<string>, 'trigger'> & Anchored

export type TooltipPopupProps = {
  find: () => Element | null
  content: string
  side: Side
  isOpen: boolean
  onClose: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
}

/** The components of the chunk with all popups. */
export type Popups = {
  ConfirmWindow: ComponentType<ConfirmDialogProps>
  DialogWindow: ComponentType<DialogProps>
  PopoverPopup: ComponentType<PopoverPopupProps>
  RadioMenuPopup: ComponentType<RadioMenuPopupProps>
  TooltipPopup: ComponentType<TooltipPopupProps>
}
