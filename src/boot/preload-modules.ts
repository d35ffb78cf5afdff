/** The modules of each page that signed-in users open first, by the path of its route; written by scripts/prerender. */
type PageModules = Readonly<Record<string, readonly string[]>>

const isAt = (route: string): boolean =>
  new RegExp(`^${route.replace(/\$\w+/g, '[^/]+')}/?$`).test(location.pathname)

/** Loads the code of this page beside the application, which would ask for it one round trip later. */
export const preloadModules = (kept: Pick<Storage, 'getItem'>): void => {
  const list = document.getElementById('page-modules')?.textContent
  if (!list || !kept.getItem('token')) return
  const pages: PageModules = JSON.parse(list)
  const [, modules = []] = Object.entries(pages).find(([route]) => isAt(route)) ?? []
  for (const href of modules) {
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    link.as = href.endsWith('.css') ? 'style' : 'script'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}
