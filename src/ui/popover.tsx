import { type ReactElement, type ReactNode, useState } from 'react'
import type { Align, Side } from './placement'
import { useLazyTrigger } from './use-lazy-trigger'

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
}

/** A popup with any content. Escape and an outside click close it and restore focus. */
export function Popover(props: PopoverProps) {
  const [isOwnOpen, setOwnOpen] = useState(false)
  const isOpen = props.isOpen ?? isOwnOpen
  const change = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const onLoadError = () => isOpen && change(false)
  const { element, link, popups } = useLazyTrigger(props.trigger, {
    kind: 'dialog',
    isOpen,
    onLoadError,
  })
  return (
    <>
      {element}
      {popups && <popups.PopoverPopup {...props} link={link} isOpen={isOpen} onOpenChange={change} />}
    </>
  )
}
