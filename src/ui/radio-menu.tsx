import { useState } from 'react'
import type { RadioMenuProps } from './popups/props'
import { usePopupTrigger } from './use-popup-trigger'

/** A single-choice menu, such as the language menu. Escape and an outside click close it and restore focus. */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const [isOpen, setOpen] = useState(false)
  const { element, popups, anchor } = usePopupTrigger(props.trigger, {
    kind: 'menu',
    isOpen,
    onOpenChange: setOpen,
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
          onOpenChange={setOpen}
          onChange={choose}
        />
      )}
    </>
  )
}
