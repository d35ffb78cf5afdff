import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from './cx'
import { MenuPopup } from './menu'
import type { Align, Side } from './placement'
import { menuItemClass } from './popup-class'

export type RadioMenuProps<Value extends string> = {
  trigger: ReactElement
  /** Names the group of choices. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; lang?: string | undefined }[]
  onChange: (value: Value) => void
  side?: Side | undefined
  align?: Align | undefined
}

/** A menu of which exactly one is chosen: the language. Choosing closes it. */
export function RadioMenu<Value extends string>(props: RadioMenuProps<Value>) {
  const { trigger, label, value, options, onChange, side = 'bottom', align = 'end' } = props
  const choose = (next: unknown) => {
    const option = options.find(candidate => candidate.value === next)
    if (option) onChange(option.value)
  }
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <MenuPopup side={side} align={align}>
        <Base.RadioGroup aria-label={label} value={value} onValueChange={choose}>
          {options.map(option => (
            <Base.RadioItem
              key={option.value}
              value={option.value}
              className={cx(menuItemClass, 'text-text')}
              closeOnClick
            >
              <span className="flex size-4 shrink-0" aria-hidden>
                <Base.RadioItemIndicator render={<Check className="size-4 text-accent-text" />} />
              </span>
              <span lang={option.lang}>{option.label}</span>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      </MenuPopup>
    </Base.Root>
  )
}
