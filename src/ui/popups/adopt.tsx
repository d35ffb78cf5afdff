import { type HTMLProps, type Ref, useLayoutEffect, useRef } from 'react'
import {
  type TriggerAttributes,
  type TriggerHandlers,
  type TriggerLink,
  triggerEvents,
} from '../trigger-link'

type TriggerProps = HTMLProps<HTMLElement>

/** For the `render` of a Base UI trigger: the element that stands in the page becomes that trigger. */
export const adopt = (link: TriggerLink) => (props: TriggerProps) => <Adopted link={link} {...props} />

const handlersOf = (props: TriggerProps): TriggerHandlers =>
  Object.fromEntries(triggerEvents.map(name => [name, props[name]]))

const attributesOf = (props: TriggerProps): TriggerAttributes =>
  Object.fromEntries(Object.entries(props).filter(([name]) => /^(?:aria|data)-/.test(name)))

const assign = <Value,>(ref: Ref<Value> | undefined, value: Value | null): (() => void) | undefined => {
  if (typeof ref !== 'function') {
    if (ref) ref.current = value
    return
  }
  return ref(value) ?? undefined
}

function Adopted({ link, ref, ...props }: TriggerProps & { link: TriggerLink }) {
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const release = assign(ref, link.find() as HTMLElement | null)
    return release ?? (() => assign(ref, null))
  }, [ref, link])
  useLayoutEffect(() => {
    link.accept(attributesOf(props), handlersOf(props))
    // This guard belongs before the trigger. Here it would catch the Tab that leads from the trigger into the popup.
    const guard = place.current?.previousElementSibling
    if (guard?.hasAttribute('data-base-ui-focus-guard')) guard.setAttribute('tabindex', '-1')
  })
  useLayoutEffect(() => link.release, [link])
  return <span ref={place} hidden />
}
