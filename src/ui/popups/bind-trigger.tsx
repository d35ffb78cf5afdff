import { type HTMLProps, type Ref, useLayoutEffect, useRef } from 'react'
import {
  type TriggerAttributes,
  type TriggerHandlers,
  type TriggerLink,
  triggerEvents,
} from '../trigger-link'

type TriggerProps = HTMLProps<HTMLElement>

/** For the `render` prop of a Base UI trigger: uses the existing element as the trigger. */
export const bindTrigger = (link: TriggerLink) => (props: TriggerProps) => (
  <BoundTrigger link={link} {...props} />
)

const pickHandlers = (props: TriggerProps): TriggerHandlers =>
  Object.fromEntries(triggerEvents.map(name => [name, props[name]]))

const pickAttributes = (props: TriggerProps): TriggerAttributes =>
  Object.fromEntries(Object.entries(props).filter(([name]) => /^(?:aria|data)-/.test(name)))

const assign = <Value,>(ref: Ref<Value> | undefined, value: Value | null): (() => void) | undefined => {
  if (typeof ref !== 'function') {
    if (ref) ref.current = value
    return
  }
  return ref(value) ?? undefined
}

function BoundTrigger({ link, ref, ...props }: TriggerProps & { link: TriggerLink }) {
  const marker = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const release = assign(ref, link.find() as HTMLElement | null)
    return release ?? (() => assign(ref, null))
  }, [ref, link])
  useLayoutEffect(() => {
    link.bind(pickAttributes(props), pickHandlers(props))
    // The focus guard belongs before the trigger; here it would catch Tab on its way into the popup.
    const guard = marker.current?.previousElementSibling
    if (guard?.hasAttribute('data-base-ui-focus-guard')) guard.setAttribute('tabindex', '-1')
  })
  useLayoutEffect(() => link.release, [link])
  return <span ref={marker} hidden />
}
