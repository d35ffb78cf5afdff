import { posix } from 'node:path'
import ts from 'typescript'

/** A top-level declaration, `src/api/queries/groups.ts#groupQuery`; `…#*` for statements without a name. */
export type DeclarationId = string

/**
 * Dependencies between the top-level declarations of the client, by name: a screen depends on the imported
 * declarations, not on whole files. A dynamic import depends on the declarations that the statement names, or
 * on all. Shadowed names count as used.
 */
export class DeclarationGraph {
  private readonly users = new Map<DeclarationId, Set<DeclarationId>>()
  private readonly declared = new Map<string, Map<string, ts.Statement>>()
  /** Members of factory results by name. */
  private readonly members = new Map<string, DeclarationId[]>()
  private readonly sources: ReadonlyMap<string, ts.SourceFile>

  constructor(sources: ReadonlyMap<string, ts.SourceFile>) {
    this.sources = sources
    for (const [path, file] of sources) {
      this.declared.set(path, getDeclarations(file))
      for (const statement of file.statements) {
        for (const id of factoryMembers(path, statement).values()) {
          const name = id.slice(id.lastIndexOf('.') + 1)
          this.members.set(name, [...(this.members.get(name) ?? []), id])
        }
      }
    }
    for (const [path, file] of sources) this.readFile(path, file)
  }

  /** The declarations at a position; several if a statement declares several names. */
  at(path: string, position: number): DeclarationId[] {
    const statement = this.sources
      .get(path)
      ?.statements.find(one => one.pos <= position && position < one.end)
    if (!statement) return []
    // A broken import breaks every declaration in the file that uses it.
    if (ts.isImportDeclaration(statement)) return this.allOf(path)
    const member = [...factoryMembers(path, statement)].find(
      ([node]) => node.pos <= position && position < node.end,
    )
    return member ? [member[1]] : getNames(statement).map(name => `${path}#${name}`)
  }

  /** The given declarations and everything that uses them, transitively. */
  transitiveUsers(from: readonly DeclarationId[]): Set<DeclarationId> {
    const seen = new Set(from)
    for (const id of seen) for (const user of this.users.get(id) ?? []) seen.add(user)
    return seen
  }

  private readFile(path: string, file: ts.SourceFile): void {
    const imported = this.getImports(path, file)
    for (const statement of file.statements) {
      if (ts.isImportDeclaration(statement)) continue
      const members = factoryMembers(path, statement)
      const visit = (node: ts.Node, above: readonly DeclarationId[]): void => {
        const member = members.get(node)
        const users = member === undefined ? above : [member]
        for (const used of this.usedAt(node, statement, path, imported)) this.link(used, users)
        ts.forEachChild(node, child => visit(child, users))
      }
      visit(
        statement,
        getNames(statement).map(name => `${path}#${name}`),
      )
    }
  }

  private link(used: DeclarationId, users: readonly DeclarationId[]): void {
    const known = this.users.get(used) ?? new Set()
    this.users.set(used, known)
    for (const user of users) if (user !== used) known.add(user)
  }

  private getImports(path: string, file: ts.SourceFile): Map<string, DeclarationId[]> {
    const imported = new Map<string, DeclarationId[]>()
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
      const target = this.resolve(path, statement.moduleSpecifier.text)
      const bindings = statement.importClause?.namedBindings
      if (!target || !bindings) continue
      if (ts.isNamespaceImport(bindings)) imported.set(bindings.name.text, this.allOf(target))
      else
        for (const { name, propertyName } of bindings.elements)
          imported.set(name.text, [`${target}#${(propertyName ?? name).text}`])
    }
    return imported
  }

  private usedAt(
    node: ts.Node,
    statement: ts.Statement,
    path: string,
    imported: ReadonlyMap<string, DeclarationId[]>,
  ): readonly DeclarationId[] {
    if (ts.isIdentifier(node) && !isMemberName(node)) {
      const local = this.declared.get(path)?.has(node.text) ? [`${path}#${node.text}`] : []
      return [...(imported.get(node.text) ?? []), ...local]
    }
    const taken = accessedMember(node)
    if (taken !== undefined) return this.members.get(taken) ?? []
    const target = ts.isCallExpression(node) ? this.dynamicTarget(node, path) : undefined
    return target ? this.namedIn(statement, target) : []
  }

  private dynamicTarget(node: ts.CallExpression, path: string): string | undefined {
    const [name] = node.arguments
    if (node.expression.kind !== ts.SyntaxKind.ImportKeyword || !name || !ts.isStringLiteral(name))
      return undefined
    return this.resolve(path, name.text)
  }

  private namedIn(statement: ts.Statement, target: string): DeclarationId[] {
    const names = new Set<string>()
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) names.add(node.text)
      ts.forEachChild(node, visit)
    }
    visit(statement)
    const all = this.allOf(target)
    const named = all.filter(id => names.has(id.slice(target.length + 1)))
    return named.length > 0 ? named : all
  }

  private allOf(path: string): DeclarationId[] {
    return [...(this.declared.get(path)?.keys() ?? [])].map(name => `${path}#${name}`)
  }

  private resolve(from: string, name: string): string | undefined {
    if (!name.startsWith('.')) return undefined
    const path = posix.join(posix.dirname(from), name)
    return [path, `${path}.ts`, `${path}.tsx`].find(one => this.sources.has(one))
  }
}

function getDeclarations(file: ts.SourceFile): Map<string, ts.Statement> {
  const statements = file.statements.filter(one => !ts.isImportDeclaration(one))
  return new Map(statements.flatMap(one => getNames(one).map(name => [name, one] as const)))
}

function getNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bindingNames(name))
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return [isNamed && statement.name ? statement.name.text : '*']
}

function bindingNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap(element => (ts.isBindingElement(element) ? bindingNames(element.name) : []))
}

/** `b` in `a.b`, `{ b: 1 }` and `<a b="">` is a member, not a declaration. */
function isMemberName(node: ts.Identifier): boolean {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  return ts.isJsxAttribute(parent) || ts.isPropertySignature(parent)
}

/**
 * The members of the object that a factory of `src/api` returns, such as `login`. Everything can reach the
 * single client object, so without its members every call would belong to every screen. Members match by
 * name.
 */
function factoryMembers(path: string, statement: ts.Statement): Map<ts.Node, string> {
  const members = new Map<ts.Node, string>()
  if (!path.startsWith('src/api/') || !ts.isVariableStatement(statement)) return members
  for (const { name, initializer } of statement.declarationList.declarations) {
    if (!ts.isIdentifier(name) || !initializer || !ts.isArrowFunction(initializer)) continue
    for (const member of returnedMembers(initializer.body)) {
      const own = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined
      if (own !== undefined) members.set(member, `${path}#${name.text}.${own}`)
    }
  }
  return members
}

/**
 * `login` in `session.login` and `const { login } = session`; array methods such as `join` only count for the
 * session.
 */
function accessedMember(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const isArrayMethod =
      node.name.text in Array.prototype && !/(?:session|authActions)$/.test(node.expression.getText())
    return isArrayMethod ? undefined : node.name.text
  }
  if (!ts.isBindingElement(node)) return undefined
  const name = node.propertyName ?? node.name
  return ts.isIdentifier(name) ? name.text : undefined
}

function returnedMembers(body: ts.ConciseBody): readonly ts.ObjectLiteralElementLike[] {
  const returned = ts.isBlock(body)
    ? body.statements.find(ts.isReturnStatement)?.expression
    : ts.isParenthesizedExpression(body)
      ? body.expression
      : body
  return returned && ts.isObjectLiteralExpression(returned) ? returned.properties : []
}

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
      const id = path.startsWith('src/routes/') ? getRouteId(file) : undefined
      if (id !== undefined) routes.set(path, id)
    }
    const screens = [...routes.values()].filter(isScreen)
    const under = (id: string) =>
      screens.filter(one => one === id || one.startsWith(`${id.replace(/\/$/, '')}/`))
    this.all = getAddresses(screens)
    for (const [path, id] of routes) this.byFile.set(path, getAddresses(isScreen(id) ? [id] : under(id)))
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
function getRouteId(file: ts.SourceFile): string | undefined {
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

function getAddresses(ids: readonly string[]): string[] {
  const plain = ids.map(id => id.replaceAll(/\/_[^/]*/g, '').replace(/\/$/, '') || '/')
  return [...new Set(plain)].sort()
}
