import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useState } from 'react'
import { bindTrigger, useOpenAfterMount } from './bind-trigger'
import type { TooltipPopupProps } from './props'

/** Opens at once, because the trigger handles the delay. Base UI closes it, and lets the pointer move onto the text. */
export function TooltipPopup({ link, content, side, onClosed: onGone }: TooltipPopupProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Base.Root
      open={useOpenAfterMount(isOpen)}
      onOpenChange={next => setOpen(next)}
      onOpenChangeComplete={isStillOpen => !isStillOpen && onGone()}
    >
      <Base.Trigger id={link.id} render={bindTrigger(link)} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          {/* Hidden from screen readers: the text is the name or description of the trigger already. */}
          <Base.Popup
            aria-hidden
            className="popup max-w-xs rounded-chip border border-line bg-raised px-2 py-1 text-xs text-text shadow-popup"
          >
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
