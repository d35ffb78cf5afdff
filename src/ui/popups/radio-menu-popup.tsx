import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { afterPaint } from '../../lib/after-paint'
import { cx } from '../cx'
import { menuItemClass, popupClass } from '../popup-class'
import type { RadioMenuProps } from '../radio-menu'
import type { TriggerLink } from '../trigger-link'
import { adopt } from './adopt'
import { usePressEnd } from './use-press-end'

type RadioMenuPopupProps = Omit<RadioMenuProps<string>, 'trigger'> & { link: TriggerLink }

export function RadioMenuPopup(props: RadioMenuPopupProps) {
  const { link, label, value, options, onChange, side = 'bottom', align = 'end' } = props
  const [isOpen, setOpen] = useState(false)
  const whenPressEnds = usePressEnd()
  // The press shows first: the first menu of a visit takes a moment.
  const change = (next: boolean) =>
    next ? whenPressEnds(() => setOpen(true)) : afterPaint(() => setOpen(false))
  // And the menu closes first: a page of a thousand rows in other words or colours takes a moment too.
  const choose = (next: string) => afterPaint(() => afterPaint(() => onChange(next)))
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={change}>
      <Base.Trigger id={link.id} render={adopt(link)} />
      <Base.Portal>
        <Base.Positioner
          // Beside its fixed place nothing has to scroll for an item that gets the focus.
          positionMethod="fixed"
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <Base.Popup className={cx(popupClass, 'min-w-2xs p-1')}>
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
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
