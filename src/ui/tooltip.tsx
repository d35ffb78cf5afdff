import {
  cloneElement,
  type PointerEvent,
  type ReactElement,
  type SyntheticEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { clock } from '../lib/clock'
import { joinIds } from './cx'
import { PopupContext, usePopups } from './popup-loader'
import type { Side } from './popups/props'
import { type TriggerEvent, type TriggerHandlers, triggerEvents, useTriggerLink } from './trigger-link'

export type TooltipProps = {
  content: string
  /** One focusable element that accepts a ref and DOM props. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
  side?: Side | undefined
  /** False when the content only repeats the element's accessible name. Default true. */
  isDescription?: boolean | undefined
}

/** Also the element's description, because Base UI sets none. Touch shows none, so nothing may be said only here. */
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
      {popups && <popups.TooltipPopup link={link} content={content} side={side} onClosed={onGone} />}
      {isDescription && (
        <span id={id} hidden>
          {content}
        </span>
      )}
    </>
  )
}

const HOVER_DELAY_MS = 400

/** Closes the open tooltip; there is one at a time, and while one is open the next opens without a delay. */
let hideCurrent: (() => void) | null = null

/** On hover and keyboard focus. A failed load is ignored: the tooltip only repeats a name or description. */
function useTooltip(id: string) {
  const { loader } = use(PopupContext)
  const [isOpen, setOpen] = useState(false)
  const element = useRef<Element | null>(null)
  const cancelTimer = useRef<(() => void) | null>(null)
  const wasWindowBlurred = useRef(false)
  const hide = useRef(() => setOpen(false))
  const { link, attributes, isBound, forward } = useTriggerLink(`${id}-trigger`, () => element.current)
  const popups = usePopups(isOpen)
  const [cleanUp] = useState(() => () => {
    cancelTimer.current?.()
    cancelTimer.current = null
    if (hideCurrent === hide.current) hideCurrent = null
  })
  useEffect(() => cleanUp, [cleanUp])
  const onClosed = () => {
    cleanUp()
    setOpen(false)
  }
  const showAfter = (delay: number) => {
    cancelTimer.current?.()
    cancelTimer.current = clock.after(delay, show)
  }
  const show = () => {
    cleanUp()
    if (hideCurrent !== hide.current) hideCurrent?.()
    hideCurrent = hide.current
    setOpen(true)
  }
  const handle = (name: TriggerEvent, event: PointerEvent) => {
    element.current = event.currentTarget
    if (isBound) return forward(name, event)
    if (name === 'onPointerEnter' || name === 'onFocus') loader.load().catch(() => {})
    if (name === 'onPointerEnter' && event.pointerType !== 'touch')
      showAfter(hideCurrent ? 0 : HOVER_DELAY_MS)
    if (name === 'onMouseMove' && cancelTimer.current) showAfter(HOVER_DELAY_MS)
    if (name === 'onMouseLeave' || name === 'onPointerDown' || name === 'onClick' || name === 'onBlur')
      onClosed()
    if (name === 'onFocus' && !wasWindowBlurred.current && isByKeyboard(event.currentTarget)) show()
    // Focus that returns with the window does not open the tooltip.
    if (name === 'onFocus') wasWindowBlurred.current = false
    if (name === 'onBlur') wasWindowBlurred.current = document.activeElement === event.currentTarget
  }
  return { link, attributes, popups, handle, onGone: onClosed }
}

const isByKeyboard = (element: Element): boolean => element.matches(':focus-visible')
