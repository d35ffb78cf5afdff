import { useState } from 'react'
import type { PopoverProps } from './popups/props'
import { useLazyTrigger } from './use-lazy-trigger'

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
    preserveKey: props.preserveKey,
  })
  return (
    <>
      {element}
      {popups && <popups.PopoverPopup {...props} link={link} isOpen={isOpen} onOpenChange={change} />}
    </>
  )
}
