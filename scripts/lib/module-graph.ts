/** What the bundler knows of one module; ids are absolute paths. */
interface ModuleFacts {
  importedIds: readonly string[]
  dynamicallyImportedIds?: readonly string[]
  /** After everything but the bundling itself. */
  code?: string | null
}

/** What the bundler knows of its modules. */
export interface Modules {
  getModuleInfo: (id: string) => ModuleFacts | null
}

/** Packages whose first module only hands on what others hold: who takes one thing of it needs no other. */
const barrels = [
  { name: 'lucide-react', file: /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/ },
  { name: '@tanstack/react-query', file: /\/@tanstack\/react-query\/build\/modern\/index\.js$/ },
  { name: '@tanstack/query-core', file: /\/@tanstack\/query-core\/build\/modern\/index\.js$/ },
] as const

const barrelOf = (id: string) => barrels.find(({ file }) => file.test(id))

const listed = (statement: 'import' | 'export') =>
  new RegExp(`${statement}\\s*\\{([^}]*)\\}\\s*from\\s*["']([^"']+)["']`, 'g')

/** `{ ArrowLeft, default as Cup }`: of each what it is called where it comes from, and here. */
const pairsIn = (list: string): { theirs: string; ours: string }[] =>
  list.split(',').flatMap(part => {
    const [theirs = '', ours = theirs] = part.trim().split(/\s+as\s+/)
    return theirs === '' ? [] : [{ theirs, ours }]
  })

/** The module of a barrel that has a name, also where the barrel hands on another barrel. */
const holderOf = (name: string, barrelId: string, modules: Modules): readonly string[] => {
  const { code, importedIds = [] } = modules.getModuleInfo(barrelId) ?? {}
  for (const [, list = '', file = ''] of (code ?? '').matchAll(listed('export')))
    if (pairsIn(list).some(({ ours }) => ours === name))
      return importedIds.filter(id => id.endsWith(file.replace(/^\./, '')))
  return importedIds.filter(barrelOf).flatMap(id => holderOf(name, id, modules))
}

/** What a module takes of a barrel. */
const takenOf = (code: string, barrelId: string, modules: Modules): readonly string[] =>
  [...code.matchAll(listed('import'))]
    .filter(([, , from]) => from === barrelOf(barrelId)?.name)
    .flatMap(([, list = '']) => pairsIn(list))
    .flatMap(({ theirs }) => holderOf(theirs, barrelId, modules))

/** Everything that modules need before they can run: what they import, and what that imports, but nothing that they fetch later. */
export const closureOf = (entries: readonly string[], modules: Modules): ReadonlySet<string> => {
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

/** The parts of a route's file that the router fetches when the route is wanted. */
export const splitPartsOf = (file: string, modules: Modules): readonly string[] =>
  (modules.getModuleInfo(file)?.dynamicallyImportedIds ?? []).filter(id => id.includes('tsr-split'))
