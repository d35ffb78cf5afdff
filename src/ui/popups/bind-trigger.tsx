import { type HTMLProps, type Ref, useLayoutEffect, useRef, useState } from 'react'
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

export const popupClass =
  'popup max-h-(--available-height) max-w-(--available-width) overflow-y-auto rounded-control border border-line bg-raised text-text shadow-popup outline-none'

export const menuItemClass =
  'flex min-h-8 pointer-coarse:min-h-control w-full cursor-default items-center gap-2 rounded-chip px-2 py-1.5 text-sm no-underline select-none focus-visible:-outline-offset-2 data-highlighted:bg-sunken'

/** False in the first render: a dialog that mounts open is not animated and does not remember the focused element. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => setReady(true), [])
  return isReady && isOpen
}
