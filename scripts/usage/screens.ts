import ts from 'typescript'

/** A top-level statement of the client, or a member of the object that a function of `src/api` returns. */
type Part = ts.Node

const startFiles = ['src/main.tsx', 'src/app.tsx', 'src/router.tsx']

/**
 * Finds the screens that a part of the client belongs to: the routes that use it, directly or through other parts. A
 * layout counts as all routes below it, an entry file as all routes.
 */
export class Screens {
  readonly all: readonly string[]
  private readonly checker: ts.TypeChecker
  private readonly users = new Map<Part, Set<Part>>()
  /** The members of returned objects, by their own declaration and by that of the type they implement. */
  private readonly members = new Map<ts.Node, Part>()
  private readonly byFile = new Map<ts.SourceFile, readonly string[]>()
  private readonly known = new Map<Part, readonly string[]>()

  constructor(sources: ReadonlyMap<string, ts.SourceFile>, checker: ts.TypeChecker) {
    this.checker = checker
    for (const [path, file] of sources) if (/^src\/api\/[^/]+$/.test(path)) this.readMembers(file)
    const routes = new Map<ts.SourceFile, string>()
    for (const [path, file] of sources) {
      const id = path.startsWith('src/routes/') ? getRouteId(file) : undefined
      if (id !== undefined) routes.set(file, id)
    }
    const screens = [...routes.values()].filter(isScreen)
    this.all = getAddresses(screens)
    for (const [file, id] of routes) {
      const below = screens.filter(one => one.startsWith(`${id.replace(/\/$/, '')}/`))
      this.byFile.set(file, getAddresses(isScreen(id) ? [id] : below))
    }
    for (const path of startFiles) {
      const file = sources.get(path)
      if (file) this.byFile.set(file, this.all)
    }
    // What a route declares, such as its parameters, does not make its users part of it.
    const files = new Set([...sources.values()].filter(file => !routes.has(file)))
    const visit = (node: ts.Node): void => {
      for (const declaration of ts.isIdentifier(node) ? this.declarationsOf(node) : []) {
        const isPart = isTopLevel(declaration) || this.members.has(declaration)
        if (isPart && files.has(declaration.getSourceFile()))
          this.link(this.partOf(declaration), this.partOf(node))
      }
      ts.forEachChild(node, visit)
    }
    for (const file of sources.values()) visit(file)
  }

  of(nodes: readonly ts.Node[]): readonly string[] {
    return [...new Set(nodes.map(node => this.partOf(node)).flatMap(part => this.ofPart(part)))].sort()
  }

  private ofPart(part: Part): readonly string[] {
    const before = this.known.get(part)
    if (before) return before
    const seen = new Set([part])
    for (const one of seen) for (const user of this.users.get(one) ?? []) seen.add(user)
    const found = new Set([...seen].flatMap(one => this.byFile.get(one.getSourceFile()) ?? []))
    this.known.set(part, [...found])
    return [...found]
  }

  private link(used: Part, user: Part): void {
    if (used !== user) this.users.set(used, (this.users.get(used) ?? new Set()).add(user))
  }

  private partOf(node: ts.Node): Part {
    let part = node
    for (;;) {
      const member = this.members.get(part)
      if (member) return member
      if (!part.parent || ts.isSourceFile(part.parent)) return part
      part = part.parent
    }
  }

  /** Everything can reach the single client object, so that its functions are parts of their own. */
  private readMembers(file: ts.SourceFile): void {
    for (const statement of file.statements.filter(ts.isVariableStatement))
      for (const { initializer } of statement.declarationList.declarations) {
        const returned = initializer && ts.isArrowFunction(initializer) && getReturned(initializer.body)
        if (!returned) continue
        const type = this.checker.getContextualType(returned)
        for (const member of returned.properties) {
          const name = member.name && ts.isIdentifier(member.name) ? member.name.text : ''
          if (this.checker.getTypeAtLocation(member).getCallSignatures().length === 0) continue
          for (const one of [member, ...(type?.getProperty(name)?.declarations ?? [])])
            this.members.set(one, member)
        }
      }
  }

  private declarationsOf(node: ts.Identifier): readonly ts.Declaration[] {
    const { checker } = this
    const { parent } = node
    const isBound = ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node
    const symbols = [
      checker.getSymbolAtLocation(node),
      isBound && checker.getPropertyOfType(checker.getTypeAtLocation(parent.parent), node.text),
      ts.isShorthandPropertyAssignment(parent) && checker.getShorthandAssignmentValueSymbol(parent),
    ]
    return symbols.flatMap(symbol => {
      if (!symbol) return []
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return checker.getRootSymbols(target).flatMap(({ declarations = [] }) => declarations)
    })
  }
}

/** A name that other files may import. */
function isTopLevel(declaration: ts.Node): boolean {
  const { parent } = declaration
  // A namespace import stands for the file itself.
  if (ts.isSourceFile(declaration)) return false
  if (ts.isSourceFile(parent)) return true
  if (ts.isBindingElement(declaration)) return isTopLevel(parent.parent)
  return ts.isVariableDeclaration(declaration) && ts.isSourceFile(parent.parent.parent)
}

function getReturned(body: ts.ConciseBody): ts.ObjectLiteralExpression | undefined {
  const returned = ts.isBlock(body)
    ? body.statements.find(ts.isReturnStatement)?.expression
    : ts.isParenthesizedExpression(body)
      ? body.expression
      : body
  return returned && ts.isObjectLiteralExpression(returned) ? returned : undefined
}

/** The argument of `createFileRoute('…')`; empty for the root. */
function getRouteId({ text }: ts.SourceFile): string | undefined {
  const [, id] = /\bcreateFileRoute\('([^']*)'\)/.exec(text) ?? []
  return id ?? (text.includes('createRootRouteWithContext') ? '' : undefined)
}

/** A route whose last segment is `_name` is a layout. */
function isScreen(id: string): boolean {
  return id !== '' && !/\/_[^/]*$/.test(id)
}

function getAddresses(ids: readonly string[]): string[] {
  const plain = ids.map(id => id.replaceAll(/\/_[^/]*/g, '').replace(/\/$/, '') || '/')
  return [...new Set(plain)].sort()
}
