import { useState } from 'react'
import type { PopoverProps } from './popups/props'
import { usePopupTrigger } from './use-popup-trigger'

/** A popup with any content. Escape and an outside click close it and restore focus. */
export function Popover(props: PopoverProps) {
  const [isOwnOpen, setOwnOpen] = useState(false)
  const isOpen = props.isOpen ?? isOwnOpen
  const change = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const { preserveKey } = props
  const { element, popups, anchor } = usePopupTrigger(props.trigger, {
    kind: 'dialog',
    isOpen,
    onOpenChange: change,
    preserveKey,
  })
  return (
    <>
      {element}
      {popups && <popups.PopoverPopup {...props} anchor={anchor} isOpen={isOpen} onOpenChange={change} />}
    </>
  )
}
