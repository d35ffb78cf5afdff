import type { ReactNode, RefObject } from 'react'
import { useDialogPopups } from './popup-loader'

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
  initialFocus?: RefObject<HTMLElement | null> | undefined
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/** A modal dialog, closed by Escape, the close button and a click outside. The content scrolls, the close button does not. */
export function Dialog(props: DialogProps) {
  const popups = useDialogPopups(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.DialogWindow {...props} />
}
