import {
  cloneElement,
  type ReactElement,
  type SyntheticEvent,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { PopupContext, useLoadPopups, usePopups } from './popup-loader'
import { type TriggerEvent, type TriggerHandlers, triggerEvents, useTriggerLink } from './trigger-link'

type TriggerProps = TriggerHandlers & { id?: string }

/** A press before the popup was loaded; replayed afterwards. */
type PendingPress = { name: TriggerEvent; event: SyntheticEvent; focused: Element | null }

type Options = {
  /** Value of aria-haspopup; a popover is a dialog. */
  kind: 'menu' | 'dialog'
  /** For controlled popups. */
  isOpen?: boolean
  onLoadError?: () => void
  /** Keeps the menu open when the header remounts, see `usePreserveOpenMenu`. */
  preserveKey?: string | undefined
}

/** React resets `currentTarget` after dispatch. */
const snapshotEvent = (event: SyntheticEvent): SyntheticEvent =>
  Object.create(event, { currentTarget: { value: event.currentTarget } })

const preloadEvents = new Set<TriggerEvent>(['onPointerEnter', 'onPointerDown', 'onFocus'])

/** Loads the popup on hover, focus or press; an earlier press is replayed unless focus has moved elsewhere. */
export function useLazyTrigger(
  trigger: ReactElement,
  { kind, isOpen = false, onLoadError, preserveKey }: Options,
) {
  const own = trigger.props as TriggerProps
  const ownId = useId()
  const id = own.id ?? ownId
  const { loader } = use(PopupContext)
  const [isPreloading, setPreloading] = useState(false)
  const [isPending, setPending] = useState(false)
  const pendingPress = useRef<PendingPress | null>(null)
  const { link, attributes, isBound, forward } = useTriggerLink(id, () => document.getElementById(id))
  const popups = usePopups(isPreloading || isPending || isOpen)
  useLoadPopups(isPending || isOpen, () => {
    pendingPress.current = null
    setPending(false)
    onLoadError?.()
  })
  const replayPress = useEffectEvent(() => {
    const press = pendingPress.current
    pendingPress.current = null
    setPending(false)
    if (press && press.focused === document.activeElement) forward(press.name, press.event)
  })
  useEffect(() => {
    if (isBound) replayPress()
  }, [isBound])
  usePreserveOpenMenu(preserveKey, id, isPending || String(attributes?.['aria-expanded']) === 'true')
  const handle = (name: TriggerEvent, event: SyntheticEvent) => {
    own[name]?.(event)
    if (preloadEvents.has(name) && !isPreloading) {
      setPreloading(true)
      // A preload may fail silently: a press reports it.
      loader.load().catch(() => {})
    }
    if (isBound) return forward(name, event)
    if (name !== 'onClick' && !(kind === 'menu' && isArrow(event))) return
    if (name === 'onKeyDown') event.preventDefault()
    pendingPress.current = { name, event: snapshotEvent(event), focused: document.activeElement }
    setPreloading(true)
    setPending(true)
  }
  const handlers = Object.fromEntries(
    triggerEvents.map(name => [name, (event: SyntheticEvent) => handle(name, event)]),
  )
  const element = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    ...(isPending && !popups && { 'aria-busy': true }),
    ...attributes,
    ...handlers,
    id,
  } as object)
  return { element, link, popups }
}

const isArrow = (event: SyntheticEvent): boolean =>
  event.type === 'keydown' && /^Arrow(?:Down|Up)$/.test((event.nativeEvent as KeyboardEvent).key)

/** Keys of the menus that were open when they unmounted in the current commit. */
const openAtUnmount = new Set<string>()

/** Reopens a menu whose header is replaced by another with the same button, as for a lazy page. */
function usePreserveOpenMenu(key: string | undefined, buttonId: string, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    wasOpen.current = isOpen
  })
  useLayoutEffect(() => {
    if (key === undefined) return
    if (openAtUnmount.delete(key)) {
      const button = document.getElementById(buttonId)
      button?.focus()
      button?.click()
    }
    return () => {
      if (!wasOpen.current) return
      openAtUnmount.add(key)
      // The new button mounts in the same commit or not at all.
      queueMicrotask(() => openAtUnmount.delete(key))
    }
  }, [key, buttonId])
}
