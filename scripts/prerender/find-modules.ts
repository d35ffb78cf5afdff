/** What Vite's manifest says of one source or chunk; addresses are below the site. */
interface ManifestEntry {
  file: string
  name?: string
  imports?: string[]
}

export type Manifest = Readonly<Record<string, ManifestEntry>>

/** The chunk that the build makes of what the ways in have in common; the code of the login page is in it. */
const entrance = 'entrance'

/** Files of a route's component, split off by the router's plugin; a layout without one has its code with the application. */
const componentKeys = (manifest: Manifest, route: string): string[] => {
  const source = `src/routes/${route.replace(/^\/|__$/g, '')}.tsx`
  return Object.keys(manifest).filter(
    key => key.startsWith(`${source}?tsr-split=`) && key.includes('component'),
  )
}

/**
 * Addresses of the modules that a page needs at once beside what the built document names itself: the code of its routes,
 * what that imports, and its words.
 *
 * @param routes ids of the routes, as in `/_guest/login`
 * @throws where a file of words is not in the manifest
 */
export function findModules(
  manifest: Manifest,
  template: string,
  { routes, words, language }: { routes: readonly string[]; words: readonly string[]; language: string },
): string[] {
  const found = new Set<string>()
  const add = (key: string): void => {
    const entry = manifest[key]
    if (!entry || found.has(`/${entry.file}`)) return
    found.add(`/${entry.file}`)
    for (const other of entry.imports ?? []) add(other)
  }
  for (const name of words) {
    const key = `src/i18n/locales/${language}/${name}.json`
    if (!manifest[key]) throw new Error(`The build has no file for ${key}.`)
    add(key)
  }
  for (const route of routes) for (const key of componentKeys(manifest, route)) add(key)
  const page = routes.at(-1)
  if (page !== undefined && componentKeys(manifest, page).length === 0) {
    const [key] = Object.entries(manifest).find(([, { name }]) => name === entrance) ?? []
    if (key === undefined) throw new Error(`The build has no file for the code of ${page}.`)
    add(key)
  }
  return [...found].filter(address => !template.includes(`"${address}"`))
}
