import { closureOf, type Modules, splitPartsOf } from './module-graph.ts'

/** Absolute paths of the modules that the chunks are named after. */
interface Roots {
  /** The application's first module. */
  app: string
  /** Files of routes whose page stands first for a guest: its code is one chunk. */
  entrance: readonly string[]
  /** Files of all other routes that a guest may open. */
  guests: readonly string[]
  /** What only the frame of a signed-in person needs. */
  members: readonly string[]
  /** The first modules of other documents. */
  others: readonly string[]
}

/** A package does not change with our code, so what holds nothing else keeps its name from release to release. */
const isPackage = (id: string): boolean =>
  /\/node_modules\//.test(id) && !/\/lucide-react\/dist\/esm\/icons\//.test(id)

const isOurs = (id: string): boolean => /\/src\//.test(id) || id.includes('/lucide-react/')

const readGraph = ({ app, entrance, guests, members, others }: Roots, modules: Modules) => {
  const partsOf = (files: readonly string[]) => files.flatMap(file => splitPartsOf(file, modules))
  const first = closureOf([app], modules)
  return {
    first,
    entrance: closureOf(partsOf(entrance), modules),
    guests: closureOf(partsOf(guests), modules),
    members: closureOf([...members, ...partsOf(members)], modules),
    others: closureOf(others, modules),
  }
}

/**
 * The chunks that modules are gathered into, so that a page is a handful of scripts: left to itself the bundler makes a
 * chunk of its own for every set of routes that have a module in common, though a page fetches them all. What no group
 * names is the bundler's to place. A group takes what its modules import along, so each stands after what it must not take.
 *
 * - `shared`: what the first load shares with other documents. What another document alone needs at once stays with that
 *   document's first module, which acts when it runs: a module that is fetched later must not bring the act with it.
 * - `vendor`: the packages of the first load; no line of our own is in it, so its name outlives a release.
 * - `app`: our own part of the first load.
 * - `entrance`: the page of the login.
 * - `guest-parts`: what other pages for guests share with those for members.
 * - `members`: the frame of a signed-in person.
 * - `parts`: what several parts that come later share, so that a screen is not two dozen scripts of a kilobyte each.
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
    group('entrance', (id, { entrance }) => entrance.has(id)),
    group('guest-parts', (id, { guests, members }) => guests.has(id) && members.has(id)),
    group('members', (id, { members }) => members.has(id)),
    {
      ...group('parts', (id, { others }) => isOurs(id) && !others.has(id)),
      minShareCount: 3,
    },
  ]
}
