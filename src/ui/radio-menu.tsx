import type { RadioMenuProps } from './popups/props'
import { useLazyTrigger } from './use-lazy-trigger'

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
