import ts from 'typescript'
import type { Operation } from '../../lib/operation'
import { findCandidates } from './candidate-files'
import {
  type ClientTypes,
  type SchemaProperty,
  schemaPath,
  schemaProperties,
  withoutProperties,
} from './client-types'
import { DeclarationGraph, Screens } from './declaration-graph'
import { hashTypes, type UsageMap } from './usage-map'

type Places = ReadonlyMap<string, readonly number[]>
type Uses = [file: number, screens: number][]

/**
 * Finds usage by removing each property from the types. This misses properties that are only passed through
 * type parameters, and reads of untyped values, which `untypedReads` guesses.
 */
export function computeUsage(
  types: ClientTypes,
  operations: readonly Operation[],
  onProgress?: (done: number, all: number) => void,
): UsageMap {
  const properties = schemaProperties(types.source(schemaPath))
  const candidates = findCandidates(types, properties)
  const named = untypedReads(types, properties)
  const broken = brokenFiles(types, properties, candidates, onProgress)
  return new Writer(types).write(properties, broken, named, operationCallers(types, operations))
}

class Writer {
  private readonly types: ClientTypes
  private readonly graph: DeclarationGraph
  private readonly screens: Screens
  private readonly files: string[] = []
  private readonly sets = new Map<string, number>()

  constructor(types: ClientTypes) {
    this.types = types
    const sources = new Map<string, ts.SourceFile>(types.files.map(path => [path, types.source(path)]))
    this.graph = new DeclarationGraph(sources)
    this.screens = new Screens(sources, this.graph)
  }

  write(
    properties: readonly SchemaProperty[],
    broken: ReadonlyMap<string, Places>,
    named: ReadonlyMap<string, Places>,
    callers: ReadonlyMap<string, Places>,
  ): UsageMap {
    const keys = properties.map(({ key }) => key).sort()
    const special = this.onSomeScreens(named)
    const all = [broken, special, callers].flatMap(uses =>
      [...uses.values()].flatMap(places => [...places.keys()]),
    )
    this.files.push(...[...new Set(all)].sort())
    const sections = {
      properties: this.section(keys, broken),
      named: this.section(keys, special),
      operations: this.section([...callers.keys()].sort(), callers),
    }
    return {
      schemaHash: hashTypes(this.types.schemaText),
      screens: this.screens.all,
      files: this.files,
      screenSets: [...this.sets.keys()].map(text => (text === '' ? [] : text.split(' ').map(Number))),
      ...sections,
    }
  }

  /** Code on every screen reads the session, not a screen's own response: too uncertain. */
  private onSomeScreens(uses: ReadonlyMap<string, Places>): Map<string, Places> {
    const isOnAll = ([path, positions]: readonly [string, readonly number[]]) =>
      this.screensAt(path, positions).length === this.screens.all.length
    return new Map(
      [...uses].map(([key, places]) => [key, new Map([...places].filter(place => !isOnAll(place)))]),
    )
  }

  private screensAt(path: string, positions: readonly number[]): readonly string[] {
    return this.screens.of(positions.flatMap(position => this.graph.at(path, position)))
  }

  private section(keys: readonly string[], uses: ReadonlyMap<string, Places>): Record<string, Uses> {
    const entries = keys.map((key): [string, Uses] => {
      const places = [...(uses.get(key) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
      return [key, places.map(([path, positions]) => [this.files.indexOf(path), this.setOf(path, positions)])]
    })
    return Object.fromEntries(entries.filter(([, list]) => list.length > 0))
  }

  private setOf(path: string, positions: readonly number[]): number {
    const text = this.screensAt(path, positions)
      .map(screen => this.screens.all.indexOf(screen))
      .join(' ')
    const known = this.sets.get(text) ?? this.sets.size
    this.sets.set(text, known)
    return known
  }
}

export type Breaks = ReadonlyMap<string, readonly number[]>

/**
 * Removes properties from the generated types, in memory, and collects the candidates that no longer compile.
 * Properties without a common candidate are removed together, since each file then belongs to one of them.
 */
export function brokenFiles(
  types: ClientTypes,
  properties: readonly SchemaProperty[],
  candidates: ReadonlyMap<string, ReadonlySet<string>>,
  onProgress: (done: number, all: number) => void = () => {},
): Map<string, Breaks> {
  const baseline = new Map<string, ReadonlySet<string>>()
  for (const path of new Set([...candidates.values()].flatMap(set => [...set])))
    baseline.set(path, new Set(types.problems(path).map(getSentence)))
  const result = new Map<string, Breaks>()
  const batches = getBatches(properties, candidates)
  batches.forEach((batch, index) => {
    types.withSchema(withoutProperties(types.schemaText, batch))
    for (const { key } of batch) {
      const breaks = [...(candidates.get(key) ?? [])].sort().flatMap(path => {
        const places = getPlaces(types.problems(path), baseline.get(path))
        return places.length > 0 ? [[path, places] as const] : []
      })
      result.set(key, new Map(breaks))
    }
    onProgress(index + 1, batches.length)
  })
  types.withSchema(types.schemaText)
  return result
}

function getPlaces(problems: readonly ts.Diagnostic[], known: ReadonlySet<string> | undefined): number[] {
  const fresh = problems.filter(problem => !known?.has(getSentence(problem)))
  return [...new Set(fresh.map(({ start }) => start ?? 0))]
}

function getSentence({ start, code }: ts.Diagnostic): string {
  return `${start} ${code}`
}

/** Few batches without a common candidate; properties with most candidates first. */
function getBatches(
  properties: readonly SchemaProperty[],
  candidates: ReadonlyMap<string, ReadonlySet<string>>,
): SchemaProperty[][] {
  const batches: { properties: SchemaProperty[]; files: Set<string> }[] = []
  const getSize = ({ key }: SchemaProperty) => candidates.get(key)?.size ?? 0
  for (const property of [...properties].sort((a, b) => getSize(b) - getSize(a))) {
    const files = [...(candidates.get(property.key) ?? [])]
    const free = batches.find(one => !files.some(file => one.files.has(file)))
    const batch = free ?? { properties: [], files: new Set() }
    if (!free) batches.push(batch)
    batch.properties.push(property)
    for (const file of files) batch.files.add(file)
  }
  return batches.map(batch => batch.properties)
}

type Callers = ReadonlyMap<string, readonly number[]>

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/**
 * Finds calls by operationId, `q('getGroup', …)` and `const operation = 'refreshSession'`, and by method and path,
 * `client.POST('/auth/login')`. A path in a constant counts for each of its methods.
 */
function operationCallers(types: ClientTypes, operations: readonly Operation[]): Map<string, Callers> {
  const checker = types.program.getTypeChecker()
  const result = new Map(operations.map(({ operationId }) => [operationId, new Map<string, number[]>()]))
  for (const file of types.files) {
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node)) {
        const call = getCall(node)
        for (const { operationId, method, path } of operations) {
          const isCalled = node.text === operationId && isOperationId(node, checker, result)
          if (!isCalled && (path !== call.path || (call.method ?? method) !== method)) continue
          const places = result.get(operationId)
          places?.set(file, [...(places.get(file) ?? []), node.getStart()])
        }
      }
      ts.forEachChild(node, visit)
    }
    visit(types.source(file))
  }
  return result
}

/** Other texts may be equal to an id: a message `login`, for example. */
function isOperationId(
  node: ts.StringLiteral,
  checker: ts.TypeChecker,
  ids: ReadonlyMap<string, unknown>,
): boolean {
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

/** By property, the files that read its name from an untyped value, with positions. */
type UntypedReads = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

/** The share of an owner's properties that a file must read. */
const MIN_SHARE = 0.4

/**
 * Some screens read a response as `unknown`, which the compiler does not follow. A file that reads many
 * property names of one schema from untyped values is assumed to read that schema. A guess, so kept apart
 * from the compiler's results.
 */
function untypedReads(types: ClientTypes, properties: readonly SchemaProperty[]): UntypedReads {
  const owners = getOwners(properties)
  const names = new Set(properties.map(({ name }) => name))
  const result = new Map<string, Map<string, readonly number[]>>()
  const readers = types.files.filter(path => /^src\/(?:api|queries|features|routes)\//.test(path))
  for (const path of readers) {
    const found = readsInFile(types, path, names)
    for (const [owner, own] of owners) {
      const read = own.filter(name => found.has(name))
      if (read.length === 0 || read.length < own.length * MIN_SHARE) continue
      for (const name of read) {
        const key = `${owner}/${name}`
        const files = result.get(key) ?? new Map()
        result.set(key, files.set(path, found.get(name) ?? []))
      }
    }
  }
  return result
}

function getOwners(properties: readonly SchemaProperty[]): Map<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const { key, name } of properties) {
    const owner = key.slice(0, -name.length - 1)
    if (!owner.includes(' ')) owners.set(owner, [...(owners.get(owner) ?? []), name])
  }
  return owners
}

function readsInFile(types: ClientTypes, path: string, names: ReadonlySet<string>): Map<string, number[]> {
  const checker = types.program.getTypeChecker()
  const found = new Map<string, number[]>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      const owner = getOwner(node)
      if (owner && !isDeclared(checker, checker.getTypeAtLocation(owner), node.text))
        found.set(node.text, [...(found.get(node.text) ?? []), node.getStart()])
    }
    ts.forEachChild(node, visit)
  }
  visit(types.source(path))
  return found
}

function getOwner(node: ts.Identifier): ts.Node | undefined {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) return parent.parent
  return undefined
}

function isDeclared(checker: ts.TypeChecker, type: ts.Type, name: string): boolean {
  const property = checker.getPropertyOfType(type, name)
  return property !== undefined && (property.declarations ?? []).length > 0
}
