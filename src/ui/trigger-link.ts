import { type SyntheticEvent, useMemo, useRef, useState } from 'react'

/** What a trigger passes on, in the order in which a press sends it. */
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

/**
 * Between a trigger, which is in the page from its first paint, and its popup, whose code comes later: Base UI takes the
 * element for its own trigger and says here what it would have put on it. The element is never replaced.
 */
export type TriggerLink = {
  id: string
  find: () => Element | null
  accept: (attributes: TriggerAttributes, handlers: TriggerHandlers) => void
  release: () => void
}

const isSame = (one: TriggerAttributes, other: TriggerAttributes): boolean => {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

/** @param find the trigger's element, where no event has told it */
export function useTriggerLink(id: string, find: () => Element | null) {
  const [attributes, setAttributes] = useState<TriggerAttributes | null>(null)
  const handlers = useRef<TriggerHandlers>({})
  const isPressOurs = useRef(true)
  const finding = useRef(find)
  finding.current = find
  const link = useMemo<TriggerLink>(
    () => ({
      id,
      find: () => finding.current(),
      accept: (next, nextHandlers) => {
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
  const isAdopted = attributes !== null
  const pass = (name: TriggerEvent, event: SyntheticEvent): void => {
    // A press that has begun before the popup was there is a mere click to it: half a press would open and close it.
    if (name === 'onPointerDown') isPressOurs.current = !isAdopted
    if (isPressOurs.current && (name === 'onPointerDown' || name === 'onMouseDown')) return
    handlers.current[name]?.(event)
  }
  return { link, attributes, isAdopted, pass }
}
