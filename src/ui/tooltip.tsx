import { Tooltip as Base } from '@base-ui/react/tooltip'
import { cloneElement, type ReactElement, useId } from 'react'
import { joinIds } from './cx'
import type { Side } from './placement'

export type TooltipProps = {
  content: string
  /** One focusable element that takes a ref and passes its props on. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
  side?: Side | undefined
  /** False when the content only repeats the element's accessible name. Default true. */
  isDescription?: boolean | undefined
}

/**
 * Words on hover and focus. They are also the element's description, because Base UI sets none and because
 * touch shows no tooltips: nothing may stand only here.
 */
export function Tooltip({ content, children, side = 'top', isDescription = true }: TooltipProps) {
  const id = useId()
  const trigger = isDescription
    ? cloneElement(children, { 'aria-describedby': joinIds(children.props['aria-describedby'], id) })
    : children
  return (
    <>
      <Base.Root>
        <Base.Trigger render={trigger} />
        <Base.Portal>
          <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
            <Base.Popup className="popup max-w-xs rounded-chip border border-line bg-raised px-2 py-1 text-xs text-text shadow-popup">
              {content}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
      {isDescription && (
        <span id={id} hidden>
          {content}
        </span>
      )}
    </>
  )
}
