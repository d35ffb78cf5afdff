import { type NavigateOptions, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type SyntheticEvent, useMemo } from 'react'
import { clock } from './clock'
import { useLatest, useOnUnmount } from './hooks'
import { useShortcut } from './shortcuts'

/** As long as the router's own links wait for a hover. */
const PRELOAD_DELAY_MS = 50

/** Target of a row's link by the row's id. */
type Destination = (id: number) => NavigateOptions

export type RowLinks = ReturnType<typeof createRowLinks>

const getRowId = ({ currentTarget }: SyntheticEvent<HTMLElement>): number =>
  Number(currentTarget.dataset.rowId)

/** Modified clicks open a new tab or window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

function createRowLinks(router: ReturnType<typeof useRouter>, destination: { current: Destination }) {
  let cancelPreload = () => {}
  const stop = () => cancelPreload()
  const preload = (id: number) => {
    // The error is shown when the page is opened.
    router.preloadRoute(destination.current(id)).catch(() => {})
  }
  const preloadSoon = (event: SyntheticEvent<HTMLElement>) => {
    const id = getRowId(event)
    stop()
    cancelPreload = clock.after(PRELOAD_DELAY_MS, () => preload(id))
  }
  const handlers = {
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      void router.navigate(destination.current(getRowId(event)))
    },
    onMouseEnter: preloadSoon,
    onFocus: preloadSoon,
    onMouseLeave: stop,
    onBlur: stop,
    onTouchStart: (event: SyntheticEvent<HTMLElement>) => preload(getRowId(event)),
  }
  return {
    /** Props of an `<a>` except its content and style. */
    getProps: (id: number) =>
      // Rows without an id have no address.
      id > 0
        ? {
            ...rowLink,
            ...handlers,
            'data-row-id': id,
            href: router.history.createHref(router.buildLocation(destination.current(id)).publicHref),
          }
        : {},
    stop,
  }
}

/**
 * Links for lists with up to a thousand rows. The router's `Link` recomputes its target on every URL change, for
 * example of a filter; here the list owns one set of handlers, and a row has no hooks. Navigates, preloads on hover and
 * focus, and leaves modified clicks to the browser, like `Link`.
 */
export const useRowLinks = (destination: Destination): RowLinks => {
  const router = useRouter()
  const latest = useLatest(destination)
  const links = useMemo(() => createRowLinks(router, latest), [router])
  useOnUnmount(links.stop)
  return links
}

/** Marks a row's link for the `J` and `K` keys: `<Link {...rowLink}>`. */
export const rowLink = { 'data-row-link': '' } as const

/** Not those in a closed disclosure. */
const visibleRows = '[data-row-link]:not(details:not([open]) *)'

const move = (step: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLElement>(visibleRows)]
  const { activeElement } = document
  const at = links.findIndex(link => link === activeElement || link.closest('li')?.contains(activeElement))
  // Without focus in the list, both keys start at its first row.
  links[at < 0 ? 0 : at + step]?.focus()
}

/** `J` and `K` move the focus between rows; Enter opens the focused link. */
export const useRowKeys = (isActive = true): void => {
  useShortcut('nextRow', () => move(1), isActive)
  useShortcut('previousRow', () => move(-1), isActive)
}
