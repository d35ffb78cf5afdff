import { deckState } from './deck-state'

/**
 * The deck's own window: an empty page of this origin into which the deck is portalled, so that no dialog of the
 * application makes it inert. It outlives a reload of the page, which finds it again by its name.
 */
const name = 'flagship-deck'
const size = 'popup,width=720,height=640'

interface Opened {
  view: Window
  /** Where the deck goes. */
  place: HTMLElement
  stop: () => void
}

let opened: Opened | null = null
const listeners = new Set<() => void>()

const become = (next: Opened | null): void => {
  opened = next
  for (const listener of listeners) listener()
}

/** Elements that bring styles; all of them are of this origin or stand under the policy that the window inherits. */
const isStyle = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && node.matches('style, link[rel="stylesheet"]')

const copyStyle = (node: HTMLElement, to: Document): void => {
  const copy = to.importNode(node, true)
  if (node instanceof HTMLLinkElement) copy.setAttribute('href', node.href)
  to.head.append(copy)
}

/** Keeps the look of the window the page's own: language, theme, and styles that come later. */
const followLook = (to: Document): (() => void) => {
  const { documentElement, head } = document
  const copyMarks = () => {
    to.documentElement.lang = documentElement.lang
    const { theme } = documentElement.dataset
    if (theme === undefined) delete to.documentElement.dataset.theme
    else to.documentElement.dataset.theme = theme
  }
  to.head.replaceChildren()
  for (const node of head.children) if (isStyle(node)) copyStyle(node, to)
  copyMarks()
  const marks = new MutationObserver(copyMarks)
  marks.observe(documentElement, { attributeFilter: ['lang', 'data-theme'] })
  const styles = new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (isStyle(node)) copyStyle(node, to)
  })
  styles.observe(head, { childList: true })
  return () => {
    marks.disconnect()
    styles.disconnect()
  }
}

const furnish = (view: Window, titles: { title: string; away: string }): Opened => {
  const { document: page } = view
  const unfollow = followLook(page)
  page.title = titles.title
  const place = page.createElement('div')
  place.dataset.devtools = ''
  const show = () => page.body.replaceChildren(place)
  // The page is reloaded or left: what its window shows would answer to nobody.
  const leave = () =>
    page.body.replaceChildren(Object.assign(page.createElement('p'), { textContent: titles.away }))
  const close = () => {
    stop()
    become(null)
    if (deckState.get().place === 'window') deckState.set({ place: 'closed' })
  }
  const stop = () => {
    unfollow()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', show)
    view.removeEventListener('pagehide', close)
  }
  show()
  addEventListener('pagehide', leave)
  addEventListener('pageshow', show)
  view.addEventListener('pagehide', close)
  return { view, place, stop }
}

export const deckWindow = {
  /** The element to portal the deck into; null while there is no window. */
  place: (): HTMLElement | null => opened?.place ?? null,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Opens it, or finds the one that is open; false where the browser allows none. */
  open: (titles: { title: string; away: string }): boolean => {
    opened?.stop()
    const view = window.open('', name, size)
    become(view && furnish(view, titles))
    return view !== null
  },

  focus: (): void => opened?.view.focus(),

  close: (): void => {
    const view = opened?.view
    opened?.stop()
    become(null)
    view?.close()
  },
}
