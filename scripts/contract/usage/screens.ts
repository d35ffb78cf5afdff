import ts from 'typescript'
import type { DeclarationGraph, DeclarationId } from './declaration-graph'

const startFiles = ['src/main.tsx', 'src/app.tsx', 'src/router.tsx']

/**
 * Maps declarations to screen paths: a route file to its path (`/group/$groupId`), a layout to all routes
 * below it, the entry files to all.
 */
export class Screens {
  readonly all: readonly string[]
  private readonly graph: DeclarationGraph
  private readonly byFile = new Map<string, readonly string[]>()
  private readonly known = new Map<string, readonly string[]>()

  constructor(sources: ReadonlyMap<string, ts.SourceFile>, graph: DeclarationGraph) {
    this.graph = graph
    const routes = new Map<string, string>()
    for (const [path, file] of sources) {
      const id = path.startsWith('src/routes/') ? routeIdOf(file) : undefined
      if (id !== undefined) routes.set(path, id)
    }
    const screens = [...routes.values()].filter(isScreen)
    const under = (id: string) =>
      screens.filter(one => one === id || one.startsWith(`${id.replace(/\/$/, '')}/`))
    this.all = addressesOf(screens)
    for (const [path, id] of routes) this.byFile.set(path, addressesOf(isScreen(id) ? [id] : under(id)))
    for (const path of startFiles) this.byFile.set(path, this.all)
  }

  of(declarations: readonly DeclarationId[]): readonly string[] {
    const key = [...declarations].sort().join()
    const known = this.known.get(key)
    if (known) return known
    const files = new Set(
      [...this.graph.transitiveUsers(declarations)].map(id => id.slice(0, id.indexOf('#'))),
    )
    const found = new Set([...files].flatMap(path => this.byFile.get(path) ?? []))
    const addresses = [...found].sort()
    this.known.set(key, addresses)
    return addresses
  }
}

/** The argument of `createFileRoute('…')`; empty for the root. */
function routeIdOf(file: ts.SourceFile): string | undefined {
  let id: string | undefined
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [argument] = node.arguments
      if (node.expression.text === 'createRootRouteWithContext') id = ''
      if (node.expression.text === 'createFileRoute' && argument && ts.isStringLiteral(argument))
        id = argument.text
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return id
}

/** A route whose last segment is `_name` is a layout. */
function isScreen(id: string): boolean {
  return id !== '' && !/\/_[^/]*$/.test(id)
}

function addressesOf(ids: readonly string[]): string[] {
  const plain = ids.map(id => id.replaceAll(/\/_[^/]*/g, '').replace(/\/$/, '') || '/')
  return [...new Set(plain)].sort()
}
