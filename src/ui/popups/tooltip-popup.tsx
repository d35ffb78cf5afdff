import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useState } from 'react'
import type { Side } from '../placement'
import type { TriggerLink } from '../trigger-link'
import { adopt } from './adopt'
import { useRaised } from './use-raised'

type TooltipPopupProps = {
  link: TriggerLink
  content: string
  side: Side
  /** It has faded out, and stands in nobody's way. */
  onGone: () => void
}

/** Opens at once: the trigger has seen to the moment. Closing is Base UI's, which lets the pointer travel onto the words. */
export function TooltipPopup({ link, content, side, onGone }: TooltipPopupProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Base.Root
      open={useRaised(isOpen)}
      onOpenChange={next => setOpen(next)}
      onOpenChangeComplete={isStanding => !isStanding && onGone()}
    >
      <Base.Trigger id={link.id} render={adopt(link)} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          {/* To be seen: who listens has these words as the trigger's name or description, in its own place of the page. */}
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
