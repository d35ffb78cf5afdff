import { type ReactElement, type ReactNode, useState } from 'react'
import type { Align, Side } from './placement'
import { useLateTrigger } from './use-late-trigger'

export type PopoverProps = {
  trigger: ReactElement
  /** Names the popup; every one has it, shown or not. */
  title: string
  isTitleHidden?: boolean | undefined
  /** Shows a cross with this name. */
  closeLabel?: string | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
  /** Leave both out and it keeps its own state. */
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  side?: Side | undefined
  align?: Align | undefined
  size?: 'sm' | 'md' | undefined
}

/** A small plane with any content, forms included. Escape and an outside click close it and give focus back. */
export function Popover(props: PopoverProps) {
  const [isOwnOpen, setOwnOpen] = useState(false)
  const isOpen = props.isOpen ?? isOwnOpen
  const change = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const onMissing = () => isOpen && change(false)
  const { element, link, popups } = useLateTrigger(props.trigger, { kind: 'dialog', isOpen, onMissing })
  return (
    <>
      {element}
      {popups && <popups.PopoverPopup {...props} link={link} isOpen={isOpen} onOpenChange={change} />}
    </>
  )
}
