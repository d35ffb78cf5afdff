import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { clock } from '../../lib/clock'
import { afterPaint } from '../../lib/run-when-idle'
import { cx } from '../cx'
import { bindTrigger, menuItemClass, popupClass } from './bind-trigger'
import type { RadioMenuPopupProps } from './props'

export function RadioMenuPopup(props: RadioMenuPopupProps) {
  const { link, label, value, options, onChange, side = 'bottom', align = 'end' } = props
  const [isOpen, setOpen] = useState(false)
  const whenPressEnds = usePressEnd()
  // Paint the pressed state first: the first menu takes a moment to render (INP).
  const change = (next: boolean) =>
    next ? whenPressEnds(() => setOpen(true)) : afterPaint(() => setOpen(false))
  // Close the menu before the change: a large page takes a moment to re-render.
  const choose = (next: string) => afterPaint(() => afterPaint(() => onChange(next)))
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={change}>
      <Base.Trigger id={link.id} render={bindTrigger(link)} />
      <Base.Portal>
        <Base.Positioner
          // With a fixed position, focusing an item does not scroll the page.
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

/** A longer press is a drag to a menu item. */
const LONG_PRESS_MS = 150

/**
 * Returns a function that runs a callback after the current press has ended, or is long, and was painted. Rendering a menu on
 * pointerdown would delay pointerup (INP). Without a press the callback runs after the next paint.
 */
function usePressEnd(): (run: () => void) => void {
  const isDown = useRef(false)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const begin = () => {
      isDown.current = true
    }
    const end = () => {
      isDown.current = false
      waiting.current?.()
    }
    const options = { capture: true }
    document.addEventListener('pointerdown', begin, options)
    document.addEventListener('pointerup', end, options)
    document.addEventListener('pointercancel', end, options)
    return () => {
      waiting.current = null
      document.removeEventListener('pointerdown', begin, options)
      document.removeEventListener('pointerup', end, options)
      document.removeEventListener('pointercancel', end, options)
    }
  }, [])
  return run => {
    if (!isDown.current) return afterPaint(run)
    const act = () => {
      if (waiting.current !== act) return
      waiting.current = null
      afterPaint(run)
    }
    waiting.current = act
    clock.after(LONG_PRESS_MS, act)
  }
}
