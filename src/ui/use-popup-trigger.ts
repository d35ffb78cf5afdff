import {
  cloneElement,
  type HTMLProps,
  type ReactElement,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { PopupContext, useLoadPopups, usePopups } from './popup-loader'

type TriggerProps = Pick<
  HTMLProps<HTMLElement>,
  'id' | 'onPointerEnter' | 'onFocus' | 'onBlur' | 'onClick' | 'onKeyDown'
>

type Options = {
  /** Value of aria-haspopup; a popover is a dialog. */
  kind: 'menu' | 'dialog'
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Keeps the popup open when the header remounts, see `usePreserveOpenPopup`. */
  preserveKey?: string | undefined
}

/**
 * The button of a popup, whose code is loaded on hover, focus or press. A press before that shows the button as busy
 * until the popup opens, unless focus moves elsewhere.
 */
export function usePopupTrigger(trigger: ReactElement, { kind, isOpen, onOpenChange, preserveKey }: Options) {
  const own = trigger.props as TriggerProps
  const ownId = useId()
  const id = own.id ?? ownId
  const popupId = `${id}-popup`
  const { loader } = use(PopupContext)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  const popups = usePopups(wasOpened)
  useLoadPopups(isOpen, () => onOpenChange(false))
  usePreserveOpenPopup(preserveKey, isOpen, () => onOpenChange(true))
  const isPending = isOpen && !popups
  // A preload may fail silently: a press reports it.
  const preload = () => void loader.load().catch(() => {})
  const find = () => document.getElementById(id)
  const element = cloneElement(trigger as ReactElement<HTMLProps<HTMLElement>>, {
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen && !isPending,
    ...(isOpen && !isPending && { 'aria-controls': popupId }),
    ...(isPending && { 'aria-busy': true }),
    onPointerEnter: event => {
      own.onPointerEnter?.(event)
      preload()
    },
    onFocus: event => {
      own.onFocus?.(event)
      preload()
    },
    onBlur: event => {
      own.onBlur?.(event)
      // When the window loses the focus, the button keeps it.
      if (isPending && document.activeElement !== event.currentTarget) onOpenChange(false)
    },
    onClick: event => {
      own.onClick?.(event)
      // Safari does not focus a pressed button.
      find()?.focus()
      onOpenChange(isPending || !isOpen)
    },
    onKeyDown: event => {
      own.onKeyDown?.(event)
      if (kind !== 'menu' || isOpen || !/^Arrow(?:Down|Up)$/.test(event.key)) return
      event.preventDefault()
      onOpenChange(true)
    },
  })
  return { element, popups, anchor: { popupId, find } }
}

/** Keys of the popups that were open when they unmounted in the current commit. */
const openAtUnmount = new Set<string>()

/** Reopens a popup whose header is replaced by another with the same button, as for a lazy page. */
function usePreserveOpenPopup(key: string | undefined, isOpen: boolean, open: () => void): void {
  const last = useRef({ isOpen, open })
  useLayoutEffect(() => {
    last.current = { isOpen, open }
  })
  useLayoutEffect(() => {
    if (key === undefined) return
    if (openAtUnmount.delete(key)) last.current.open()
    return () => {
      if (!last.current.isOpen) return
      openAtUnmount.add(key)
      // The new button mounts in the same commit or not at all.
      queueMicrotask(() => openAtUnmount.delete(key))
    }
  }, [key])
}
