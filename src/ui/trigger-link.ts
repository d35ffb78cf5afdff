import { type SyntheticEvent, useMemo, useRef, useState } from 'react'

/** Events that a trigger forwards, in the order of a press. */
export const triggerEvents = [
  'onPointerEnter',
  'onPointerDown',
  'onMouseDown',
  'onMouseMove',
  'onMouseLeave',
  'onFocus',
  'onBlur',
  'onKeyDown',
  'onKeyUp',
  'onClick',
] as const

export type TriggerEvent = (typeof triggerEvents)[number]
export type TriggerHandlers = { [Name in TriggerEvent]?: ((event: SyntheticEvent) => void) | undefined }
/** `aria-…` and `data-…`. */
export type TriggerAttributes = Record<string, string | boolean | undefined>

/** Lets Base UI use a page's element as the trigger of its lazily loaded popup, without remounting it. */
export type TriggerLink = {
  id: string
  find: () => Element | null
  bind: (attributes: TriggerAttributes, handlers: TriggerHandlers) => void
  release: () => void
}

const isSame = (one: TriggerAttributes, other: TriggerAttributes): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

/** @param find returns the trigger's element */
export function useTriggerLink(id: string, find: () => Element | null) {
  const [attributes, setAttributes] = useState<TriggerAttributes | null>(null)
  const handlers = useRef<TriggerHandlers>({})
  const isOwnPress = useRef(true)
  const findRef = useRef(find)
  findRef.current = find
  const link = useMemo<TriggerLink>(
    () => ({
      id,
      find: () => findRef.current(),
      bind: (next, nextHandlers) => {
        handlers.current = nextHandlers
        setAttributes(current => (current && isSame(current, next) ? current : next))
      },
      release: () => {
        handlers.current = {}
        setAttributes(null)
      },
    }),
    [id],
  )
  const isBound = attributes !== null
  const forward = (name: TriggerEvent, event: SyntheticEvent): void => {
    // Of a press that began before the popup was bound only the click is forwarded: half a press would open and close it.
    if (name === 'onPointerDown') isOwnPress.current = !isBound
    if (isOwnPress.current && (name === 'onPointerDown' || name === 'onMouseDown')) return
    handlers.current[name]?.(event)
  }
  return { link, attributes, isBound, forward }
}
