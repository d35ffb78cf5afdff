/** An entry of Vite's manifest; paths are relative to the site. */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
}

export type Manifest = Readonly<Record<string, ManifestEntry>>

/** The chunk that the login, registration and reset pages share; it contains the code of the login page. */
const LOGIN_CHUNK = 'login-page'

/** Chunks of a route's component, split by the router plugin; a layout without one is part of the application chunk. */
const componentKeys = (manifest: Manifest, route: string): string[] => {
  const source = `src/routes/${route.replace(/^\/|__$/g, '')}.tsx`
  return Object.keys(manifest).filter(
    key => key.startsWith(`${source}?tsr-split=`) && key.includes('component'),
  )
}

/**
 * Paths of the modules that a page needs at once, besides those that the built document names: the code of its
 * routes, its static imports and its messages.
 *
 * @param routes ids of the routes, as in `/_guest/login`
 * @throws where a file of words is not in the manifest
 */
export function findModules(
  manifest: Manifest,
  template: string,
  {
    routes,
    namespaces,
    language,
  }: { routes: readonly string[]; namespaces: readonly string[]; language: string },
): string[] {
  const found = new Set<string>()
  const add = (key: string): void => {
    const entry = manifest[key]
    if (!entry || found.has(`/${entry.file}`)) return
    found.add(`/${entry.file}`)
    for (const other of entry.imports ?? []) add(other)
  }
  for (const name of namespaces) {
    const key = `src/i18n/locales/${language}/${name}.json`
    if (!manifest[key]) throw new Error(`The build has no file for ${key}.`)
    add(key)
  }
  for (const route of routes) for (const key of componentKeys(manifest, route)) add(key)
  const page = routes.at(-1)
  if (page !== undefined && componentKeys(manifest, page).length === 0) {
    const [key] = Object.entries(manifest).find(([, { name }]) => name === LOGIN_CHUNK) ?? []
    if (key === undefined) throw new Error(`The build has no file for the code of ${page}.`)
    add(key)
  }
  return [...found].filter(address => !template.includes(`"${address}"`))
}
