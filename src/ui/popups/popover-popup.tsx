import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { cx } from '../cx'
import { IconButton } from '../icon-button'
import { bindTrigger, popupClass, useOpenAfterMount } from './bind-trigger'
import type { PopoverPopupProps } from './props'

export function PopoverPopup(props: PopoverPopupProps) {
  const { link, title, isTitleHidden = false, closeLabel, children, onOpenChange } = props
  const { side = 'bottom', align = 'end' } = props
  const isOpen = useOpenAfterMount(props.isOpen)
  const close = () => onOpenChange(false)
  const width = props.size === 'sm' ? 'w-2xs' : 'w-xs'
  return (
    <Base.Root open={isOpen} onOpenChange={next => onOpenChange(next)}>
      <Base.Trigger id={link.id} render={bindTrigger(link)} />
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
                  onClick={close}
                />
              )}
            </div>
            {typeof children === 'function' ? children(close) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
