import { type PointerEvent, use, useEffect, useRef, useState } from 'react'
import { clock } from '../lib/clock'
import { PopupContext, usePopups } from './popup-code'
import { type TriggerEvent, useTriggerLink } from './trigger-link'

/** Milliseconds for which the pointer must rest. */
const rest = 400

/** Takes down the tooltip that stands: there is one at a time, and beside it the next one needs no rest. */
let takeDown: (() => void) | null = null

/**
 * When a tooltip opens: where a mouse rests, or where the keyboard has led. From then on it is Base UI's, which closes it.
 * Its code is fetched by the first pointer that comes near; where it does not come nobody is told, nothing is lost.
 */
export function useTooltip(id: string) {
  const { code } = use(PopupContext)
  const [isUp, setUp] = useState(false)
  const element = useRef<Element | null>(null)
  const waiting = useRef<(() => void) | null>(null)
  const wasLeft = useRef(false)
  const down = useRef(() => setUp(false))
  const { link, attributes, isAdopted, pass } = useTriggerLink(`${id}-trigger`, () => element.current)
  const popups = usePopups(isUp)
  const [forget] = useState(() => () => {
    waiting.current?.()
    waiting.current = null
    if (takeDown === down.current) takeDown = null
  })
  useEffect(() => forget, [forget])
  const onGone = () => {
    forget()
    setUp(false)
  }
  const wait = (delay: number) => {
    waiting.current?.()
    waiting.current = clock.after(delay, raise)
  }
  const raise = () => {
    forget()
    if (takeDown !== down.current) takeDown?.()
    takeDown = down.current
    setUp(true)
  }
  const handle = (name: TriggerEvent, event: PointerEvent) => {
    element.current = event.currentTarget
    if (isAdopted) return pass(name, event)
    if (name === 'onPointerEnter' || name === 'onFocus') code.load().catch(() => {})
    if (name === 'onPointerEnter' && event.pointerType !== 'touch') wait(takeDown ? 0 : rest)
    if (name === 'onMouseMove' && waiting.current) wait(rest)
    if (name === 'onMouseLeave' || name === 'onPointerDown' || name === 'onClick' || name === 'onBlur')
      onGone()
    if (name === 'onFocus' && !wasLeft.current && isByKeyboard(event.currentTarget)) raise()
    // Who comes back from another window has not led the focus here.
    if (name === 'onFocus') wasLeft.current = false
    if (name === 'onBlur') wasLeft.current = document.activeElement === event.currentTarget
  }
  return { link, attributes, popups, handle, onGone }
}

const isByKeyboard = (element: Element): boolean => element.matches(':focus-visible')
