import { findImports, findSplitParts, type Modules } from './module-graph.ts'

/** Absolute paths of the modules that the chunks are named after. */
interface Roots {
  /** The application's first module. */
  app: string
  /** Route files of the guest's first page, which is one chunk. */
  login: readonly string[]
  /** Route files of all other public pages. */
  guests: readonly string[]
  /** The layout of signed-in users. */
  members: readonly string[]
  /** Entry modules of other documents. */
  others: readonly string[]
}

/** A chunk of packages only keeps its hash from release to release. */
const isPackage = (id: string): boolean =>
  /\/node_modules\//.test(id) && !/\/lucide-react\/dist\/esm\/icons\//.test(id)

const isOurs = (id: string): boolean => /\/src\//.test(id) || id.includes('/lucide-react/')

const readGraph = ({ app, login, guests, members, others }: Roots, modules: Modules) => {
  const findRouteParts = (files: readonly string[]) => files.flatMap(file => findSplitParts(file, modules))
  const first = findImports([app], modules)
  return {
    first,
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
 * - `shared`: what the first load shares with other documents
 * - `vendor`: packages of the first load
 * - `app`: our code of the first load
 * - `login-page`: the login page
 * - `guest-parts`: what public pages share with those of members
 * - `members`: the layout of signed-in users
 * - `parts`: what several lazy parts share, so that a page is not two dozen tiny scripts
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
  return [
    group('shared', (id, { first, others }) => first.has(id) && others.has(id)),
    group('vendor', (id, { first }) => first.has(id) && isPackage(id)),
    group('app', (id, { first }) => first.has(id)),
    group('login-page', (id, { login }) => login.has(id)),
    group('guest-parts', (id, { guests, members }) => guests.has(id) && members.has(id)),
    group('members', (id, { members }) => members.has(id)),
    {
      ...group('parts', (id, { others }) => isOurs(id) && !others.has(id)),
      minShareCount: 3,
    },
  ]
}
