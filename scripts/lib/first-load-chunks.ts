/** What the bundler knows of its modules; ids are absolute paths. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Everything that a module needs before it can run: what it imports, and what that imports, but nothing that it fetches later. */
const closureOf = (entry: string, modules: Modules): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Names the chunk of each module that a document needs at once, so that a first load is one script for each document
 * and one that they share, instead of some eighty. Left to itself the bundler makes a chunk of its own for every set of
 * routes that have a module in common, though the first load fetches them all. Null: the bundler decides.
 *
 * @param entries absolute paths of the documents' first modules by the name of their chunk
 */
export const makeChunkName = (entries: Readonly<Record<string, string>>) => {
  let closures: [name: string, modules: ReadonlySet<string>][] | null = null
  return (id: string, modules: Modules): string | null => {
    closures ??= Object.entries(entries).map(([name, entry]) => [name, closureOf(entry, modules)])
    const names = closures.filter(([, closure]) => closure.has(id)).map(([name]) => name)
    return names.length > 1 ? 'shared' : (names[0] ?? null)
  }
}
