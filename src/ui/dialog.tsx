import type { ReactNode, RefObject } from 'react'
import { useWindowCode } from './popup-code'

export type DialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** 28, 36 and 48 rem; `full` fills the window up to 768 px. */
  size?: 'sm' | 'md' | 'lg' | 'full' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  finalFocus?: RefObject<HTMLElement | null> | undefined
}

/**
 * A modal window. Focus goes to the first control of the content and comes back on closing; Escape, the cross
 * and a click outside close it. The cross is always in view, the content scrolls under it.
 */
export function Dialog(props: DialogProps) {
  const popups = useWindowCode(props.isOpen, () => props.onOpenChange(false))
  return popups && <popups.DialogWindow {...props} />
}
