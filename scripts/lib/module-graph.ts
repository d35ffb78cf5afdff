/** A module as the bundler describes it; ids are absolute paths. */
interface ModuleFacts {
  importedIds: readonly string[]
  dynamicallyImportedIds?: readonly string[]
  code?: string | null
}

export interface Modules {
  getModuleInfo: (id: string) => ModuleFacts | null
}

/** Packages whose entry only re-exports: importing one name needs none of the others. */
const barrels = [
  { name: 'lucide-react', file: /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/ },
  { name: '@tanstack/react-query', file: /\/@tanstack\/react-query\/build\/modern\/index\.js$/ },
  { name: '@tanstack/query-core', file: /\/@tanstack\/query-core\/build\/modern\/index\.js$/ },
] as const

const barrelOf = (id: string) => barrels.find(({ file }) => file.test(id))

const listed = (statement: 'import' | 'export') =>
  new RegExp(`${statement}\\s*\\{([^}]*)\\}\\s*from\\s*["']([^"']+)["']`, 'g')

/** `{ ArrowLeft, default as Cup }` as pairs of imported and local names. */
const pairsIn = (list: string): { theirs: string; ours: string }[] =>
  list.split(',').flatMap(part => {
    const [theirs = '', ours = theirs] = part.trim().split(/\s+as\s+/)
    return theirs === '' ? [] : [{ theirs, ours }]
  })

/** The module that a barrel re-exports a name from, through nested barrels. */
const holderOf = (name: string, barrelId: string, modules: Modules): readonly string[] => {
  const { code, importedIds = [] } = modules.getModuleInfo(barrelId) ?? {}
  for (const [, list = '', file = ''] of (code ?? '').matchAll(listed('export')))
    if (pairsIn(list).some(({ ours }) => ours === name))
      return importedIds.filter(id => id.endsWith(file.replace(/^\./, '')))
  return importedIds.filter(barrelOf).flatMap(id => holderOf(name, id, modules))
}

/** The names that a module imports from a barrel. */
const takenOf = (code: string, barrelId: string, modules: Modules): readonly string[] =>
  [...code.matchAll(listed('import'))]
    .filter(([, , from]) => from === barrelOf(barrelId)?.name)
    .flatMap(([, list = '']) => pairsIn(list))
    .flatMap(({ theirs }) => holderOf(theirs, barrelId, modules))

/** The static imports of modules, transitively; dynamic imports are excluded. */
export const findImports = (entries: readonly string[], modules: Modules): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (barrelOf(id)) continue
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? [])
      waiting.push(imported, ...(barrelOf(imported) ? takenOf(info?.code ?? '', imported, modules) : []))
  }
  return found
}

/** The parts of a route file that the router loads lazily. */
export const findSplitParts = (file: string, modules: Modules): readonly string[] =>
  (modules.getModuleInfo(file)?.dynamicallyImportedIds ?? []).filter(id => id.includes('tsr-split'))
