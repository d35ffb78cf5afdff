import type { ReactElement } from 'react'
import type { Align, Side } from './placement'
import { useLateTrigger } from './use-late-trigger'

export type RadioMenuProps<Value extends string> = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** Names the group of choices. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; lang?: string | undefined }[]
  /** Called once the menu has closed. */
  onChange: (value: Value) => void
  side?: Side | undefined
  align?: Align | undefined
}

/**
 * A menu of which exactly one is chosen: the language. Arrows, Home, End and typing move; choosing closes it; Escape and
 * an outside click close it and give focus back.
 */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const { element, link, popups } = useLateTrigger(props.trigger, { kind: 'menu', carriedAs: props.label })
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
