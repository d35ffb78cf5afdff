import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { compareText, type Operation } from '../../packages/contract/operation'
import { hashScreens, hashTypes, type UsageMap } from '../../packages/drift/usage/usage-map'
import { Screens } from './screens'

export const schemaPath = 'packages/contract/schema.gen.ts'

/** Nodes by file. */
type Places = Map<string, ts.Node[]>
type Uses = Map<string, Places>

/** Which code of the client reads which property of a response, and calls which operation. */
export function computeUsage(root: string, operations: readonly Operation[]): UsageMap {
  const paths = clientFiles(root)
  const program = ts.createProgram({
    rootNames: paths.map(path => join(root, path)),
    options: readOptions(root),
  })
  const getSource = (path: string) => {
    const file = program.getSourceFile(join(root, path))
    if (!file) throw new RangeError(`${path} is not a file of the client.`)
    return file
  }
  const schemaFile = getSource(schemaPath)
  const sources = new Map(
    paths.filter(path => !/\.gen\.tsx?$/.test(path)).map(path => [path, getSource(path)] as const),
  )
  const reads = findReads(program.getTypeChecker(), sources, schemaFile)
  const calls = findCalls(program.getTypeChecker(), sources, operations)
  return toMap(
    { ...reads, calls },
    new Screens(sources, program.getTypeChecker()),
    hashTypes(schemaFile.text),
  )
}

/** Without tests and the simulated platform. */
function clientFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('src/test/'))
    .sort()
}

function readOptions(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const { tsBuildInfoFile: _, ...rest } = options
  return { ...rest, incremental: false, types: ['vite/client'] }
}

/** Visits every node of every file. */
function forEachNode(
  sources: ReadonlyMap<string, ts.SourceFile>,
  look: (node: ts.Node, path: string) => void,
) {
  for (const [path, file] of sources) {
    const visit = (node: ts.Node): void => {
      look(node, path)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
}

function addPlace(uses: Uses, key: string, path: string, node: ts.Node): void {
  const places = uses.get(key) ?? new Map()
  uses.set(key, places.set(path, [...(places.get(path) ?? []), node]))
}

/** The share of a schema's properties that a file must read by name alone. */
const MIN_SHARE = 0.38

/**
 * `typed`: names that the compiler resolves to the property. `named`: a guess. Some code reads a response as
 * `unknown`; a file that reads many property names of one schema from untyped values is taken to read that schema.
 */
function findReads(
  checker: ts.TypeChecker,
  sources: ReadonlyMap<string, ts.SourceFile>,
  schemaFile: ts.SourceFile,
): { typed: Uses; named: Uses } {
  const keys = schemaProperties(schemaFile)
  const names = new Map<string, Set<string>>()
  for (const key of keys.values()) {
    const [owner, name] = splitKey(key)
    names.set(owner, (names.get(owner) ?? new Set()).add(name))
  }
  const all = new Set([...names.values()].flatMap(own => [...own]))
  const keysOf = (symbol: ts.Symbol): string[] =>
    checker
      .getRootSymbols(symbol)
      .flatMap(({ declarations = [] }) => declarations.flatMap(one => keys.get(one) ?? []))
  const [typed, untyped, named]: [Uses, Uses, Uses] = [new Map(), new Map(), new Map()]
  forEachNode(sources, (node, path) => {
    if (!isName(node) || !all.has(node.text)) return
    const symbols = symbolsOf(node, checker)
    for (const key of symbols.flatMap(keysOf)) addPlace(typed, key, path, node)
    if (isRead(node) && isUntyped(node, symbols, checker)) addPlace(untyped, path, node.text, node)
  })
  for (const [path, places] of untyped)
    for (const [owner, own] of names) {
      const read = [...own].filter(name => places.has(name))
      // The client reads errors itself, whatever the operation.
      if (owner.includes(' ') || read.length < own.size * MIN_SHARE) continue
      for (const name of read)
        named.set(
          `${owner}/${name}`,
          (named.get(`${owner}/${name}`) ?? new Map()).set(path, places.get(name) ?? []),
        )
    }
  return { typed, named }
}

function splitKey(key: string): [owner: string, name: string] {
  const end = key.lastIndexOf('/')
  return [key.slice(0, end), key.slice(end + 1)]
}

/** An identifier, or the text in `group['name']`. */
function isName(node: ts.Node): node is ts.Identifier | ts.StringLiteral {
  return ts.isIdentifier(node) || (ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent))
}

function isRead({ parent }: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(parent) ||
    ts.isBindingElement(parent) ||
    ts.isElementAccessExpression(parent)
  )
}

function isUntyped(node: ts.Node, symbols: readonly ts.Symbol[], checker: ts.TypeChecker): boolean {
  const { flags } = checker.getTypeAtLocation(node)
  return (
    (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0 ||
    symbols.every(one => !one.declarations?.length)
  )
}

/** The properties that a name stands for: several of a union. */
function symbolsOf(node: ts.Identifier | ts.StringLiteral, checker: ts.TypeChecker): ts.Symbol[] {
  const { parent } = node
  const isBound = ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node
  const found = isBound
    ? checker.getPropertyOfType(checker.getTypeAtLocation(parent.parent), node.text)
    : checker.getSymbolAtLocation(node)
  return found ? [found] : []
}

/**
 * Each property of a response in the generated types, as `User/username`, `Group/exam/hours`, `startLab 409/running`:
 * the owner, then a pointer with `*` for list items.
 */
export function schemaProperties(file: ts.SourceFile): Map<ts.Node, string> {
  const found = new Map<ts.Node, string>()
  const visit = (key: string, type: ts.TypeNode): void => {
    if (ts.isParenthesizedTypeNode(type)) visit(key, type.type)
    else if (ts.isArrayTypeNode(type)) visit(`${key}/*`, type.elementType)
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
      for (const part of type.types) visit(key, part)
    else
      for (const { node, name, type: own } of membersOf(type)) {
        found.set(node, `${key}/${name}`)
        visit(`${key}/${name}`, own)
      }
  }
  const [schemas, operations] = [['components', 'schemas'], ['operations']].map(([name, ...path]) =>
    path.reduce<ts.Node | undefined>(
      memberAt,
      file.statements.find(one => ts.isInterfaceDeclaration(one) && one.name.text === name),
    ),
  )
  for (const { name, type } of membersOf(schemas)) visit(name, type)
  for (const { name: operationId, type: operation } of membersOf(operations))
    for (const { name: status, type: response } of membersOf(memberAt(operation, 'responses')))
      for (const { type: body } of membersOf(memberAt(response, 'content')))
        if (!ts.isTypeReferenceNode(body)) visit(`${operationId} ${status}`, body)
  return found
}

function membersOf(node: ts.Node | undefined): { node: ts.Node; name: string; type: ts.TypeNode }[] {
  if (!node || !(ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node))) return []
  return node.members.flatMap(member => {
    if (!ts.isPropertySignature(member) || !member.type || ts.isComputedPropertyName(member.name)) return []
    return [{ node: member, name: member.name.text, type: member.type }]
  })
}

function memberAt(node: ts.Node | undefined, name: string): ts.TypeNode | undefined {
  return membersOf(node).find(member => member.name === name)?.type
}

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/**
 * Finds calls by operationId, `q('getGroup', …)` and `const operation = 'refreshSession'`, and by method and path,
 * `client.POST('/auth/login')`. A path in a constant counts for each of its methods.
 */
function findCalls(
  checker: ts.TypeChecker,
  sources: ReadonlyMap<string, ts.SourceFile>,
  operations: readonly Operation[],
): Uses {
  const result: Uses = new Map()
  const ids = new Set(operations.map(({ operationId }) => operationId))
  forEachNode(sources, (node, file) => {
    if (!ts.isStringLiteral(node)) return
    const call = getCall(node)
    for (const { operationId, method, path } of operations) {
      const isId = node.text === operationId && isOperationId(node, checker, ids)
      if (isId || (path === call.path && (call.method ?? method) === method))
        addPlace(result, operationId, file, node)
    }
  })
  return result
}
/** Other texts may be equal to an id: a message `login`, for example. */
function isOperationId(node: ts.StringLiteral, checker: ts.TypeChecker, ids: ReadonlySet<string>): boolean {
  const { parent } = node
  if (ts.isVariableDeclaration(parent)) return /operation/i.test(parent.name.getText())
  if (!ts.isCallExpression(parent)) return false
  // The declared type: the contextual one is the text itself where a type parameter was inferred from it.
  const parameter =
    checker.getResolvedSignature(parent)?.declaration?.parameters[parent.arguments.indexOf(node)]
  const declared = parameter && ts.isParameter(parameter) ? parameter.type : undefined
  const type = declared && checker.getTypeFromTypeNode(declared)
  const constraint = type && (checker.getBaseConstraintOfType(type) ?? type)
  return (
    constraint?.isUnion() === true &&
    constraint.types.every(one => one.isStringLiteral() && ids.has(one.value))
  )
}

function getCall(node: ts.StringLiteral): { method?: string; path?: string } {
  const parent = node.parent
  // `['patch', '/groups/{id}'] as const` is a call; without `as const` it is a cache key.
  if (ts.isArrayLiteralExpression(parent)) {
    const [method] = parent.elements
    const isPair =
      ts.isAsExpression(parent.parent) && method && ts.isStringLiteral(method) && methods.has(method.text)
    return isPair ? { method: method.text, path: node.text } : {}
  }
  // A path in a comparison is no call; a constant is.
  if (!ts.isCallExpression(parent)) return ts.isVariableDeclaration(parent) ? { path: node.text } : {}
  const [argument] = parent.arguments
  if (argument !== node && argument && ts.isStringLiteral(argument))
    return { method: argument.text, path: node.text }
  const callee = ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : ''
  return methods.has(callee.toLowerCase())
    ? { method: callee.toLowerCase(), path: node.text }
    : { path: node.text }
}

function toMap(
  { typed, named, calls }: { typed: Uses; named: Uses; calls: Uses },
  screens: Screens,
  schemaHash: string,
): UsageMap {
  const sets = new Map<string, readonly string[]>()
  const setOf = (nodes: readonly ts.Node[]): string => {
    const own = screens.of(nodes)
    const key = hashScreens(own)
    sets.set(key, own)
    return key
  }
  const byName = <Value>([a]: [string, Value], [b]: [string, Value]) => compareText(a, b)
  const section = (uses: Uses) =>
    Object.fromEntries(
      [...uses]
        .sort(byName)
        .map(([key, places]) => [
          key,
          Object.fromEntries([...places].sort(byName).map(([path, nodes]) => [path, setOf(nodes)])),
        ]),
    )
  const sections = { properties: section(typed), named: section(named), operations: section(calls) }
  return { schemaHash, screenSets: Object.fromEntries([...sets].sort(byName)), ...sections }
}
