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

/** A package whose first module only hands on what others hold: who takes one picture of it needs no other. */
const barrel = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

const barrelNames = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const handedOn = /export\s*\{([^}]*)\}\s*from\s*["']\.\/([^"']+)["']/g

/** `{ ArrowLeft, Trophy as Cup }` → `ArrowLeft`, `Trophy`. */
const namesIn = (list: string): string[] =>
  list.split(',').map(part => part.trim().split(/\s+as\s+/)[0] ?? '')

/** The pictures by the names that the barrel gives them. */
const readBarrel = (code: string): ReadonlyMap<string, string> => {
  const files = new Map<string, string>()
  for (const [, list = '', file = ''] of code.matchAll(handedOn))
    for (const part of list.split(',')) files.set(part.trim().split(/\s+/).at(-1) ?? '', file)
  return files
}

/** Which modules of a barrel the code of another one takes. */
const takenOf = (code: string, { importedIds, code: barrelCode }: ModuleFacts): readonly string[] => {
  const files = readBarrel(barrelCode ?? '')
  const taken = [...code.matchAll(barrelNames)].flatMap(([, list = '']) => namesIn(list))
  return taken.flatMap(name => {
    const file = files.get(name)
    return file === undefined ? [] : importedIds.filter(id => id.endsWith(`/${file}`))
  })
}

/** Everything that modules need before they can run: what they import, and what that imports, but nothing that they fetch later. */
export const closureOf = (entries: readonly string[], modules: Modules): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (barrel.test(id)) continue
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) {
      const next = barrel.test(imported) ? modules.getModuleInfo(imported) : null
      if (next) waiting.push(...takenOf(info?.code ?? '', next))
      waiting.push(imported)
    }
  }
  return found
}

/** The parts of a route's file that the router fetches when the route is wanted. */
export const splitPartsOf = (file: string, modules: Modules): readonly string[] =>
  (modules.getModuleInfo(file)?.dynamicallyImportedIds ?? []).filter(id => id.includes('tsr-split'))
