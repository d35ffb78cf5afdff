import type { ReactElement } from 'react'
import type { Align, Side } from './placement'
import { useLazyTrigger } from './use-lazy-trigger'

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

/** A single-choice menu, such as the language menu. Escape and an outside click close it and restore focus. */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const { element, link, popups } = useLazyTrigger(props.trigger, { kind: 'menu', preserveKey: props.label })
  const choose = (next: string) => {
    const option = props.options.find(candidate => candidate.value === next)
    if (option) props.onChange(option.value)
  }
  return (
    <>
      {element}
      {popups && <popups.RadioMenuPopup {...props} link={link} onChange={choose} />}
    </>
  )
}
