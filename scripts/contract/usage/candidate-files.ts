import ts from 'typescript'
import type { ClientTypes, SchemaProperty } from './client-types'

/**
 * The files that may stop compiling without a property. Type checking every file for every property would
 * take an hour, so this looks once for names and keys that resolve to the property, and for values with the
 * property that are passed to another type.
 */
export function findCandidates(
  types: ClientTypes,
  properties: readonly SchemaProperty[],
): Map<string, Set<string>> {
  return new Search(types, properties).run()
}

class Search {
  private readonly types: ClientTypes
  private readonly checker: ts.TypeChecker
  private readonly byPosition = new Map<number, string>()
  private readonly byName = new Map<string, string[]>()
  private readonly candidates: Map<string, Set<string>>
  private readonly schemaFile: ts.SourceFile
  private file = ''
  private pairs = new Set<string>()
  private readonly typeIds = new Map<ts.Type, number>()

  constructor(types: ClientTypes, properties: readonly SchemaProperty[]) {
    this.types = types
    this.checker = types.program.getTypeChecker()
    this.schemaFile = types.source('src/api/schema.gen.ts')
    this.candidates = new Map(properties.map(({ key }) => [key, new Set<string>()]))
    for (const { key, name, spans } of properties) {
      for (const [from] of spans) this.byPosition.set(from, key)
      this.byName.set(name, [...(this.byName.get(name) ?? []), key])
    }
  }

  run() {
    for (const path of this.types.files) {
      this.file = path
      this.pairs = new Set()
      this.visit(this.types.source(path))
    }
    return this.candidates
  }

  private visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && this.byName.has(node.text)) this.visitName(node)
    else if (ts.isStringLiteral(node) && isKey(node))
      for (const key of this.byName.get(node.text) ?? []) this.addCandidate(key)
    if (isTypedPosition(node)) this.visitTyped(node)
    if (ts.isCallExpression(node)) this.visitCall(node)
    ts.forEachChild(node, child => this.visit(child))
  }

  private addCandidate(key: string): void {
    this.candidates.get(key)?.add(this.file)
  }

  private keysOf(symbol: ts.Symbol | undefined): string[] {
    return (symbol?.declarations ?? []).flatMap(declaration => {
      if (declaration.getSourceFile() !== this.schemaFile) return []
      const key = this.byPosition.get(declaration.getStart(this.schemaFile))
      return key === undefined ? [] : [key]
    })
  }

  private visitName(node: ts.Identifier): void {
    const parent = node.parent
    if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) {
      const owner = this.checker.getTypeAtLocation(parent.parent)
      this.addCandidates(this.propertiesNamed(owner, node.text))
    } else this.addCandidates([this.checker.getSymbolAtLocation(node)])
  }

  private propertiesNamed(type: ts.Type, name: string): (ts.Symbol | undefined)[] {
    return getParts(type).map(part => this.checker.getPropertyOfType(part, name))
  }

  private addCandidates(symbols: readonly (ts.Symbol | undefined)[]): void {
    for (const symbol of symbols) for (const key of this.keysOf(symbol)) this.addCandidate(key)
  }

  private visitTyped(node: ts.Expression): void {
    const expected = this.checker.getContextualType(node)
    if (expected) this.compare(this.checker.getTypeAtLocation(node), expected, 0)
  }

  /** The inferred type parameter is the argument's type, so compare with its constraint. */
  private visitCall(node: ts.CallExpression): void {
    const declaration = this.checker.getResolvedSignature(node)?.declaration
    if (!declaration || ts.isJSDocSignature(declaration)) return
    for (const { constraint } of declaration.typeParameters ?? []) {
      if (!constraint || constraint.getSourceFile().fileName.includes('/node_modules/')) continue
      const expected = this.checker.getTypeFromTypeNode(constraint)
      for (const argument of node.arguments) {
        const given = this.checker.getTypeAtLocation(argument)
        this.compare(given, expected, 0)
        for (const item of this.itemsOf(given)) this.compare(item, expected, 0)
      }
    }
  }

  /** Adds the properties that both types have but declare in different places. */
  private compare(given: ts.Type, expected: ts.Type, depth: number): void {
    if (given === expected || depth > 4) return
    const pair = `${this.getId(given)} ${this.getId(expected)}`
    if (this.pairs.has(pair)) return
    this.pairs.add(pair)
    for (const from of getParts(given)) {
      for (const to of getParts(expected)) if (from !== to) this.compareParts(from, to, depth)
    }
  }

  private compareParts(from: ts.Type, to: ts.Type, depth: number): void {
    const isObject = (type: ts.Type) => (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    if (!isObject(from) || !isObject(to)) return
    const items = this.itemsOf(from)
    if (items.length > 0) {
      const others = this.itemsOf(to)
      items.forEach((item, index) => {
        const other = others[index]
        if (other) this.compare(item, other, depth + 1)
      })
      return
    }
    this.compareCalls(from, to, depth)
    for (const have of this.checker.getPropertiesOfType(from)) {
      const want = this.checker.getPropertyOfType(to, have.name)
      if (!want || want === have) continue
      const [given, expected] = [this.keysOf(have), this.keysOf(want)]
      const isSame = given.join() === expected.join() && given.length > 0
      if (!isSame || isMapped(to)) for (const key of [...given, ...expected]) this.addCandidate(key)
      if (isSame) continue
      this.compare(this.checker.getTypeOfSymbol(have), this.checker.getTypeOfSymbol(want), depth + 1)
    }
  }

  private compareCalls(from: ts.Type, to: ts.Type, depth: number): void {
    const [have] = from.getCallSignatures()
    const [want] = to.getCallSignatures()
    if (!have || !want) return
    this.compare(have.getReturnType(), want.getReturnType(), depth + 1)
    have.parameters.forEach((parameter, index) => {
      const other = want.parameters[index]
      if (other)
        this.compare(this.checker.getTypeOfSymbol(other), this.checker.getTypeOfSymbol(parameter), depth + 1)
    })
  }

  /** Type arguments of arrays, promises, maps and the like. */
  private itemsOf(type: ts.Type): readonly ts.Type[] {
    const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
    if (!isReference || !type.symbol?.declarations?.[0]?.getSourceFile().hasNoDefaultLib) return []
    return this.checker.getTypeArguments(type as ts.TypeReference)
  }

  private getId(type: ts.Type): number {
    const known = this.typeIds.get(type) ?? this.typeIds.size
    this.typeIds.set(type, known)
    return known
  }
}

function getParts(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

/** `Pick<Group, 'name'>` depends on the name although it is the contract's own type. */
function isMapped(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isMapped)
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0
}

/** `Pick<Group, 'name'>`, `group['name']`, `'name' in group`: the text is a key. */
function isKey({ parent }: ts.StringLiteral): boolean {
  const isIn = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword
  return isIn || ts.isLiteralTypeNode(parent) || ts.isElementAccessExpression(parent)
}

/** Whether the expression has a contextual type. */
function isTypedPosition(node: ts.Node): node is ts.Expression {
  if (!ts.isExpression(node) || ts.isLiteralExpression(node)) return false
  const parent = node.parent
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== node
  if (ts.isBinaryExpression(parent)) return parent.right === node
  if (ts.isArrowFunction(parent)) return parent.body === node
  return (
    ts.isJsxExpression(parent) ||
    ts.isJsxSpreadAttribute(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isParameter(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isYieldExpression(parent)
  )
}
