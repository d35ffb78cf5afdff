import { useState } from 'react'
import { afterPaint } from '../lib/run-when-idle'
import type { RadioMenuProps } from './popups/props'
import { usePopupTrigger } from './use-popup-trigger'

/** A single-choice menu, such as the language menu. Escape and an outside click close it and restore focus. */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const [isOpen, setOpen] = useState(false)
  // Paint the press first: the menu takes a moment to render, and so does a long page when it closes (INP).
  const change = (next: boolean) => afterPaint(() => setOpen(next))
  const { element, popups, anchor } = usePopupTrigger(props.trigger, {
    kind: 'menu',
    isOpen,
    onOpenChange: change,
    preserveKey: props.label,
  })
  const choose = (next: string) => {
    const option = props.options.find(candidate => candidate.value === next)
    if (option) props.onChange(option.value)
  }
  return (
    <>
      {element}
      {popups && (
        <popups.RadioMenuPopup
          {...props}
          anchor={anchor}
          isOpen={isOpen}
          onOpenChange={change}
          onChange={choose}
        />
      )}
    </>
  )
}
