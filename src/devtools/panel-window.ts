import { createStore, useStore } from '../lib/store'

export const sections = [
  'start',
  'clock',
  'network',
  'faults',
  'journal',
  'contract',
  'record',
  'state',
] as const

export type Section = (typeof sections)[number]

/** Closed, below the toolbar, or in its own window. */
const modes = ['closed', 'page', 'window'] as const

interface PanelState {
  mode: (typeof modes)[number]
  section: Section
}

/** In sessionStorage, because most actions of the panel reload the page. */
const key = 'flagship.devtools'

// biome-ignore lint/style/noRestrictedGlobals: not part of the product
const getArea = (): Storage => sessionStorage

const readStored = (): string => {
  try {
    return getArea().getItem(key) ?? ''
  } catch {
    return ''
  }
}

const read = (): PanelState => {
  const [place, section] = readStored().split(' ')
  return {
    mode: modes.find(one => one === place) ?? 'closed',
    section: sections.find(one => one === section) ?? 'start',
  }
}

const panelStore = createStore(read())

export const panelState = {
  get: panelStore.get,

  set: (change: Partial<PanelState>): void => {
    const state = { ...panelStore.get(), ...change }
    try {
      getArea().setItem(key, `${state.mode} ${state.section}`)
    } catch {
      // Without storage the panel is closed after a reload.
    }
    panelStore.set(state)
  },
}

export const usePanelState = (): PanelState => useStore(panelStore)

/**
 * A window of the panel: an empty same-origin page with a portal, so that dialogs of the application do not make it inert. It
 * survives a reload of the page, which finds it by its name.
 */
const windowName = 'flagship-devtools'
const size = 'popup,width=720,height=640'

interface OpenWindow {
  view: Window
  /** The portal container. */
  container: HTMLElement
  stop: () => void
}

const openWindow = createStore<OpenWindow | null>(null)

const isStyle = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && node.matches('style, link[rel="stylesheet"]')

const copyStyle = (node: HTMLElement, to: Document): void => {
  const copy = to.importNode(node, true)
  if (node instanceof HTMLLinkElement) copy.setAttribute('href', node.href)
  to.head.append(copy)
}

/** Copies language, theme and style sheets to the window, also later changes. */
const syncStyles = (to: Document): (() => void) => {
  const { documentElement, head } = document
  const copyAttributes = () => {
    to.documentElement.lang = documentElement.lang
    const { theme } = documentElement.dataset
    if (theme === undefined) delete to.documentElement.dataset.theme
    else to.documentElement.dataset.theme = theme
  }
  to.head.replaceChildren()
  for (const node of head.children) if (isStyle(node)) copyStyle(node, to)
  copyAttributes()
  const attributes = new MutationObserver(copyAttributes)
  attributes.observe(documentElement, { attributeFilter: ['lang', 'data-theme'] })
  const styles = new MutationObserver(changes => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (isStyle(node)) copyStyle(node, to)
  })
  styles.observe(head, { childList: true })
  return () => {
    attributes.disconnect()
    styles.disconnect()
  }
}

const attach = (view: Window, titles: { title: string; away: string }): OpenWindow => {
  const { document: page } = view
  const stopSync = syncStyles(page)
  page.title = titles.title
  const container = page.createElement('div')
  container.dataset.devtools = ''
  const show = () => page.body.replaceChildren(container)
  // The page is reloaded or left: the panel would not work any more.
  const leave = () =>
    page.body.replaceChildren(Object.assign(page.createElement('p'), { textContent: titles.away }))
  const close = () => {
    stop()
    openWindow.set(null)
    if (panelState.get().mode === 'window') panelState.set({ mode: 'closed' })
  }
  const stop = () => {
    stopSync()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', show)
    view.removeEventListener('pagehide', close)
  }
  show()
  addEventListener('pagehide', leave)
  addEventListener('pageshow', show)
  view.addEventListener('pagehide', close)
  return { view, container, stop }
}

export const panelWindow = {
  /** The portal container; null without a window. */
  container: (): HTMLElement | null => openWindow.get()?.container ?? null,

  subscribe: openWindow.subscribe,

  /** Opens or finds the window; false if the browser blocks it. */
  open: (titles: { title: string; away: string }): boolean => {
    openWindow.get()?.stop()
    const view = window.open('', windowName, size)
    openWindow.set(view && attach(view, titles))
    return view !== null
  },

  focus: (): void => openWindow.get()?.view.focus(),

  close: (): void => {
    const view = openWindow.get()?.view
    openWindow.get()?.stop()
    openWindow.set(null)
    view?.close()
  },
}
