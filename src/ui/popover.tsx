import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { cx } from './cx'
import { IconButton } from './icon-button'
import type { Align, Side } from './placement'
import { popupClass } from './popup-class'

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
  const {
    trigger,
    title,
    isTitleHidden = false,
    closeLabel,
    children,
    side = 'bottom',
    align = 'end',
  } = props
  const [isOwnOpen, setOwnOpen] = useState(false)
  const isOpen = props.isOpen ?? isOwnOpen
  const change = (next: boolean) => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const width = props.size === 'sm' ? 'w-2xs' : 'w-xs'
  return (
    <Base.Root open={isOpen} onOpenChange={change}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-40">
          <Base.Popup className={cx(popupClass, width, 'p-4')}>
            <div
              className={cx('flex items-center justify-between gap-2', isTitleHidden ? 'sr-only' : 'mb-2')}
            >
              <Base.Title className="font-semibold">{title}</Base.Title>
              {closeLabel && !isTitleHidden && (
                <IconButton
                  label={closeLabel}
                  icon={<X className="size-4" aria-hidden />}
                  size="sm"
                  onClick={() => change(false)}
                />
              )}
            </div>
            {typeof children === 'function' ? children(() => change(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
