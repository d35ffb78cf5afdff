import { cloneElement, type PointerEvent, type ReactElement, type SyntheticEvent, useId } from 'react'
import { joinIds } from './cx'
import type { Side } from './placement'
import { type TriggerHandlers, triggerEvents } from './trigger-link'
import { useTooltip } from './use-tooltip'

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
  const { link, popups, attributes, handle, onGone } = useTooltip(id)
  const own = children.props as TriggerHandlers & { 'aria-describedby'?: string }
  const handlers = triggerEvents.map(name => [
    name,
    (event: SyntheticEvent) => {
      own[name]?.(event)
      handle(name, event as PointerEvent)
    },
  ])
  const trigger = cloneElement(children, {
    ...attributes,
    ...Object.fromEntries(handlers),
    ...(isDescription && { 'aria-describedby': joinIds(own['aria-describedby'], id) }),
  })
  return (
    <>
      {trigger}
      {popups && <popups.TooltipPopup link={link} content={content} side={side} onGone={onGone} />}
      {isDescription && (
        <span id={id} hidden>
          {content}
        </span>
      )}
    </>
  )
}
