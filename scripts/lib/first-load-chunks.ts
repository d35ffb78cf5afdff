import type { Plugin } from 'vite'

/** Absolute paths of the modules that the chunks are named after. */
interface Roots {
  /** The application's first module. */
  app: string
  /** Starts the session before the application has loaded. */
  session: string
  /** Route files of the guest's first page, which is one chunk. */
  login: readonly string[]
  /** Route files of all other public pages. */
  guests: readonly string[]
  /** The layout of signed-in users. */
  members: readonly string[]
  /** Modules that only parts of the leaderboard share, by the beginnings of their paths in the project. */
  board: readonly string[]
  /** Entry modules of other documents. */
  others: readonly string[]
}

/** A chunk of packages only keeps its hash from release to release. */
const isPackage = (id: string): boolean =>
  /\/node_modules\//.test(id) && !/\/lucide-react\/dist\/esm\/icons\//.test(id)

const isOurs = (id: string): boolean => /\/src\//.test(id) || id.includes('/lucide-react/')

const readGraph = ({ app, session, login, guests, members, others }: Roots, modules: Modules) => {
  const findRouteParts = (files: readonly string[]) => files.flatMap(file => findSplitParts(file, modules))
  const first = findImports([app], modules)
  return {
    first,
    session: findImports([session], modules),
    login: findImports(findRouteParts(login), modules),
    guests: findImports(findRouteParts(guests), modules),
    members: findImports([...members, ...findRouteParts(members)], modules),
    others: findImports(others, modules),
  }
}

/**
 * Groups modules into a few chunks. By itself the bundler makes a chunk for every set of routes that share a module,
 * although a page loads them all. Modules in no group are placed by the bundler. A group includes the imports of its
 * modules, so the order matters.
 *
 * - `shared`: what the application shares with other documents, which load nothing else of it
 * - `session`: the client of the API and the session, which the document loads by itself
 * - `vendor`: packages of the first load
 * - `app`: our code of the first load
 * - `form-parts`: what the login page shares with the other pages
 * - `login-page`: the rest of the login page
 * - `guest-parts`: what public pages share with those of members
 * - `members`: the layout of signed-in users
 * - `parts`: what several lazy parts share, so that a page is not two dozen tiny scripts
 * - `board-parts`: what only the parts of the leaderboard share
 */
export const makeChunkGroups = (roots: Roots) => {
  let graph: ReturnType<typeof readGraph> | null = null
  const group = (name: string, isIn: (id: string, found: ReturnType<typeof readGraph>) => boolean) => ({
    debugName: name,
    name: (id: string, modules: Modules): string | null => {
      graph ??= readGraph(roots, modules)
      return isIn(id, graph) ? name : null
    },
  })
  const isOfBoard = (id: string) => roots.board.some(path => id.includes(path))
  return [
    { ...group('shared', (id, { others }) => isOurs(id) && others.has(id)), minShareCount: 2 },
    group('session', (id, { session }) => session.has(id)),
    group('vendor', (id, { first }) => first.has(id) && isPackage(id)),
    group('app', (id, { first }) => first.has(id)),
    group(
      'form-parts',
      (id, { login, guests, members }) => login.has(id) && (guests.has(id) || members.has(id)),
    ),
    group('login-page', (id, { login }) => login.has(id)),
    group('guest-parts', (id, { guests, members }) => guests.has(id) && members.has(id)),
    group('members', (id, { members }) => members.has(id)),
    {
      ...group('parts', (id, { others }) => isOurs(id) && !others.has(id) && !isOfBoard(id)),
      minShareCount: 3,
    },
    group('board-parts', isOfBoard),
  ]
}

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
const getHolder = (name: string, barrelId: string, modules: Modules): readonly string[] => {
  const { code, importedIds = [] } = modules.getModuleInfo(barrelId) ?? {}
  // A barrel either exports from a file, or imports from it and exports the name below.
  const statements = (['export', 'import'] as const).flatMap(name => [...(code ?? '').matchAll(listed(name))])
  for (const [, list = '', file = ''] of statements)
    if (pairsIn(list).some(({ ours }) => ours === name))
      return importedIds.filter(id => id.endsWith(file.replace(/^\./, '')))
  return importedIds.filter(barrelOf).flatMap(id => getHolder(name, id, modules))
}

/** The names that a module imports from a barrel. */
const getTaken = (code: string, barrelId: string, modules: Modules): readonly string[] =>
  [...code.matchAll(listed('import'))]
    .filter(([, , from]) => from === barrelOf(barrelId)?.name)
    .flatMap(([, list = '']) => pairsIn(list))
    .flatMap(({ theirs }) => getHolder(theirs, barrelId, modules))

/** The static imports of modules, transitively; dynamic imports are excluded. */
const findImports = (entries: readonly string[], modules: Modules): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (barrelOf(id)) continue
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? [])
      waiting.push(imported, ...(barrelOf(imported) ? getTaken(info?.code ?? '', imported, modules) : []))
  }
  return found
}

/** The parts of a route file that the router loads lazily. */
const findSplitParts = (file: string, modules: Modules): readonly string[] =>
  (modules.getModuleInfo(file)?.dynamicallyImportedIds ?? []).filter(id => id.includes('tsr-split'))

/** A hint for V8, read on the first line only; other engines ignore it. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Makes browsers compile the named chunks eagerly in the background while they load. Without it V8 compiles each
 * function at its first call, on the main thread. Use it for chunks whose code mostly runs on the first page.
 */
export const compileHintsPlugin = (names: readonly string[]): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // After Vite has added its list of files to the first line.
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !names.includes(chunk.name)) continue
        chunk.code = hint + chunk.code
        if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`
      }
    },
  },
})
