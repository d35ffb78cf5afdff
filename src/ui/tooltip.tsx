import {
  cloneElement,
  type HTMLProps,
  type PointerEvent,
  type ReactElement,
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

type TriggerProps = Pick<
  HTMLProps<HTMLElement>,
  | 'aria-describedby'
  | 'onPointerEnter'
  | 'onPointerMove'
  | 'onPointerLeave'
  | 'onPointerDown'
  | 'onClick'
  | 'onFocus'
  | 'onBlur'
>

export type TooltipProps = {
  content: string
  /** One focusable element that accepts a ref and DOM props. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
  side?: Side | undefined
  /** False when the content only repeats the element's accessible name. Default true. */
  isDescription?: boolean | undefined
}

const HOVER_DELAY_MS = 400
/** Time to move the pointer onto the text. */
const LEAVE_DELAY_MS = 100

/** Closes the open tooltip; there is one at a time, and while one is open the next opens without a delay. */
let hideCurrent: (() => void) | null = null

/**
 * A text on hover and keyboard focus, which is also the element's description. Touch shows none, so nothing may be said
 * only here. A failed load is ignored.
 */
export function Tooltip({ content, children, side = 'top', isDescription = true }: TooltipProps) {
  const id = useId()
  const { loader } = use(PopupContext)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const popups = usePopups(wasOpened)
  const element = useRef<Element | null>(null)
  const cancelTimer = useRef(() => {})
  const wasWindowBlurred = useRef(false)
  /** By a press or Escape; then it needs a new hover. */
  const isDismissed = useRef(false)
  const [hide] = useState(() => () => {
    cancelTimer.current()
    if (hideCurrent === hide) hideCurrent = null
    setOpen(false)
  })
  useEffect(() => hide, [hide])
  const show = () => {
    cancelTimer.current()
    if (hideCurrent !== hide) hideCurrent?.()
    hideCurrent = hide
    setOpened(true)
    setOpen(true)
  }
  const dismiss = () => {
    isDismissed.current = true
    hide()
  }
  const after = (delay: number, run: () => void) => {
    cancelTimer.current()
    cancelTimer.current = clock.after(delay, run)
  }
  const own = children.props as TriggerProps
  const trigger = cloneElement(children as ReactElement<TriggerProps>, {
    ...(isDescription && { 'aria-describedby': joinIds(own['aria-describedby'], id) }),
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      own.onPointerEnter?.(event)
      element.current = event.currentTarget
      isDismissed.current = false
      if (event.pointerType === 'touch') return
      loader.load().catch(() => {})
      after(hideCurrent ? 0 : HOVER_DELAY_MS, show)
    },
    // The delay begins when the pointer rests.
    onPointerMove: event => {
      own.onPointerMove?.(event)
      if (event.pointerType !== 'touch' && !isOpen && !isDismissed.current) after(HOVER_DELAY_MS, show)
    },
    onPointerLeave: event => {
      own.onPointerLeave?.(event)
      after(LEAVE_DELAY_MS, hide)
    },
    onPointerDown: event => {
      own.onPointerDown?.(event)
      dismiss()
    },
    onClick: event => {
      own.onClick?.(event)
      dismiss()
    },
    onFocus: event => {
      own.onFocus?.(event)
      element.current = event.currentTarget
      loader.load().catch(() => {})
      // Focus that returns with the window does not open the tooltip.
      if (!wasWindowBlurred.current && event.currentTarget.matches(':focus-visible')) show()
      wasWindowBlurred.current = false
    },
    onBlur: event => {
      own.onBlur?.(event)
      wasWindowBlurred.current = document.activeElement === event.currentTarget
      hide()
    },
  })
  return (
    <>
      {trigger}
      {popups && (
        <popups.TooltipPopup
          find={() => element.current}
          content={content}
          side={side}
          isOpen={isOpen}
          onClose={dismiss}
          onPointerEnter={() => cancelTimer.current()}
          onPointerLeave={() => after(LEAVE_DELAY_MS, hide)}
        />
      )}
      {isDescription && (
        <span id={id} hidden>
          {content}
        </span>
      )}
    </>
  )
}
