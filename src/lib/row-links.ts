import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type SyntheticEvent, useEffect, useMemo, useRef } from 'react'
import { clock } from './clock'
import { rowLink } from './shortcuts-rows'

/** Somebody who only passes over a link means nothing by it; milliseconds, as the router's own links wait. */
const intent = 50

/** Where the link of a row leads, by the id of the row. */
type Destination = (id: number) => NavigateOptions

export type RowLinks = ReturnType<typeof makeRowLinks>

const idOf = ({ currentTarget }: SyntheticEvent<HTMLElement>): number => Number(currentTarget.dataset.rowId)

/** Other clicks are the browser's: a new tab, a new window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

function makeRowLinks(router: ReturnType<typeof useRouter>, destination: { current: Destination }) {
  let stop = () => {}
  const preload = (id: number) => {
    // What does not come is told when the page is opened.
    router.preloadRoute(destination.current(id)).catch(() => {})
  }
  const near = (event: SyntheticEvent<HTMLElement>) => {
    const id = idOf(event)
    stop()
    stop = clock.after(intent, () => preload(id))
  }
  const handlers = {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      void router.navigate(destination.current(idOf(event)))
    },
    onMouseEnter: near,
    onFocus: near,
    onMouseLeave: () => stop(),
    onBlur: () => stop(),
    onTouchStart: (event: SyntheticEvent<HTMLElement>) => preload(idOf(event)),
  }
  return {
    /** Everything an `<a>` needs but its words and its look. */
    propsOf: (id: number) =>
      // A record that came without its number has no address.
      id > 0
        ? {
            ...rowLink,
            ...handlers,
            'data-row-id': id,
            href: router.history.createHref(router.buildLocation(destination.current(id)).publicHref),
          }
        : {},
    stop: () => stop(),
  }
}

/**
 * Links for a list that may have a thousand rows. Each `Link` of the router asks anew where it leads whenever the address
 * changes, which a filter does; these lead where they led, so the list owns one set of handlers and a row has no hooks.
 * They go within the application, fetch ahead on intent, and leave other clicks to the browser, as a `Link` does.
 */
export const useRowLinks = (destination: Destination): RowLinks => {
  const router = useRouter()
  const latest = useRef(destination)
  useEffect(() => {
    latest.current = destination
  })
  const links = useMemo(() => makeRowLinks(router, latest), [router])
  useEffect(() => () => links.stop(), [links])
  return links
}
