import {
  cloneElement,
  type ReactElement,
  type SyntheticEvent,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { PopupContext, usePopupFetch, usePopups } from './popup-code'
import { type TriggerEvent, type TriggerHandlers, triggerEvents, useTriggerLink } from './trigger-link'
import { useCarriedPress } from './use-carried-press'

type Own = TriggerHandlers & { id?: string }

/** A press that has come before the code. */
type Missed = { name: TriggerEvent; event: SyntheticEvent; focused: Element | null }

type Options = {
  kind: 'menu' | 'dialog'
  /** For a popup whose state is kept outside. */
  isOpen?: boolean
  onMissing?: () => void
  /** Under which name it stays open where another header takes the place of this one. */
  carriedAs?: string
}

/** React takes `currentTarget` back when the event has passed. */
const keep = (event: SyntheticEvent): SyntheticEvent =>
  Object.create(event, { currentTarget: { value: event.currentTarget } })

const nearing = new Set<TriggerEvent>(['onPointerEnter', 'onPointerDown', 'onFocus'])

/**
 * The button of a menu or a popover, in the page from its first paint, and the code of what it opens, fetched when
 * somebody comes near. Once it is there the button passes its events on to Base UI; a press before that is made up for,
 * unless the person has turned to something else meanwhile.
 */
export function useLateTrigger(
  trigger: ReactElement,
  { kind, isOpen = false, onMissing, carriedAs }: Options,
) {
  const own = trigger.props as Own
  const ownId = useId()
  const id = own.id ?? ownId
  const { code } = use(PopupContext)
  const [isNear, setNear] = useState(false)
  const [isAwaited, setAwaited] = useState(false)
  const missed = useRef<Missed | null>(null)
  const { link, attributes, isAdopted, pass } = useTriggerLink(id, () => document.getElementById(id))
  const popups = usePopups(isNear || isAwaited || isOpen)
  usePopupFetch(isAwaited || isOpen, () => {
    missed.current = null
    setAwaited(false)
    onMissing?.()
  })
  const makeUp = useEffectEvent(() => {
    const press = missed.current
    missed.current = null
    setAwaited(false)
    if (press && press.focused === document.activeElement) pass(press.name, press.event)
  })
  useEffect(() => {
    if (isAdopted) makeUp()
  }, [isAdopted])
  useCarriedPress(carriedAs, id, isAwaited || String(attributes?.['aria-expanded']) === 'true')
  const handle = (name: TriggerEvent, event: SyntheticEvent) => {
    own[name]?.(event)
    if (nearing.has(name) && !isNear) {
      setNear(true)
      // Nobody waits for it yet: the press itself tells of a failure.
      code.load().catch(() => {})
    }
    if (isAdopted) return pass(name, event)
    if (name !== 'onClick' && !(kind === 'menu' && isArrow(event))) return
    if (name === 'onKeyDown') event.preventDefault()
    missed.current = { name, event: keep(event), focused: document.activeElement }
    setNear(true)
    setAwaited(true)
  }
  const handlers = Object.fromEntries(
    triggerEvents.map(name => [name, (event: SyntheticEvent) => handle(name, event)]),
  )
  const element = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    ...(isAwaited && !popups && { 'aria-busy': true }),
    ...attributes,
    ...handlers,
    id,
  } as object)
  return { element, link, popups }
}

const isArrow = (event: SyntheticEvent): boolean =>
  event.type === 'keydown' && /^Arrow(?:Down|Up)$/.test((event.nativeEvent as KeyboardEvent).key)
