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
 * Names the chunk of each module that the application needs at once, so that its first load is one script, and one that
 * it shares with other documents, instead of some eighty. Left to itself the bundler makes a chunk of its own for every
 * set of routes that have a module in common, though the first load fetches them all. Null: the bundler decides. It does
 * for what another document alone needs at once: in one chunk with that document's first module, which acts when it
 * runs, a module that the application fetches later would bring the act with it.
 *
 * @param app absolute path of the application's first module
 * @param others those of the other documents
 */
export const makeChunkName = (app: string, others: readonly string[]) => {
  let found: { ours: ReadonlySet<string>; theirs: readonly ReadonlySet<string>[] } | null = null
  return (id: string, modules: Modules): string | null => {
    found ??= { ours: closureOf(app, modules), theirs: others.map(entry => closureOf(entry, modules)) }
    if (!found.ours.has(id)) return null
    return found.theirs.some(closure => closure.has(id)) ? 'shared' : 'app'
  }
}

/**
 * Names the one chunk of what several parts that come later share, so that a screen is a handful of scripts and not two
 * dozen of a kilobyte each: every one costs a question to the network and a millisecond of the page. What another
 * document needs at once stays out of it.
 *
 * @param others absolute paths of the other documents' first modules
 */
export const makePartsName = (others: readonly string[]) => {
  let theirs: readonly ReadonlySet<string>[] | null = null
  return (id: string, modules: Modules): string | null => {
    theirs ??= others.map(entry => closureOf(entry, modules))
    return theirs.some(closure => closure.has(id)) ? null : 'parts'
  }
}
