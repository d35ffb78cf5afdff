import { posix } from 'node:path'
import ts from 'typescript'
import { accessedMember, factoryMembers } from './factory-members'

/** A top-level declaration, `src/queries/groups.ts#groupQuery`; `…#*` for statements without a name. */
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
      this.declared.set(path, declarationsOf(file))
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
    return member ? [member[1]] : namesOf(statement).map(name => `${path}#${name}`)
  }

  /** The given declarations and everything that uses them, transitively. */
  transitiveUsers(from: readonly DeclarationId[]): Set<DeclarationId> {
    const seen = new Set(from)
    for (const id of seen) for (const user of this.users.get(id) ?? []) seen.add(user)
    return seen
  }

  private readFile(path: string, file: ts.SourceFile): void {
    const imported = this.importsOf(path, file)
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
        namesOf(statement).map(name => `${path}#${name}`),
      )
    }
  }

  private link(used: DeclarationId, users: readonly DeclarationId[]): void {
    const known = this.users.get(used) ?? new Set()
    this.users.set(used, known)
    for (const user of users) if (user !== used) known.add(user)
  }

  private importsOf(path: string, file: ts.SourceFile): Map<string, DeclarationId[]> {
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
    const texts = new Set<string>()
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node)) texts.add(node.text)
      ts.forEachChild(node, visit)
    }
    visit(statement)
    const all = this.allOf(target)
    const named = all.filter(id => texts.has(id.slice(target.length + 1)))
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

function declarationsOf(file: ts.SourceFile): Map<string, ts.Statement> {
  const statements = file.statements.filter(one => !ts.isImportDeclaration(one))
  return new Map(statements.flatMap(one => namesOf(one).map(name => [name, one] as const)))
}

function namesOf(statement: ts.Statement): string[] {
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
