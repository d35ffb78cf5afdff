import ts from 'typescript'
import type { ClientTypes } from './client-types'
import type { SchemaProperty } from './schema-properties'

/** For each property the files that read one of its name from what has no type, with positions in their texts. */
export type NamedReads = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

/** At least so many of an owner's properties must be read in a file before its names are taken for the owner's. */
const leastShare = 0.4

/**
 * Some screens do not trust the types: they take an answer as unknown and read `points` out of it, which no compiler
 * follows. A file that reads a good part of an owner's properties in that way is taken to read that owner. This is a
 * likelihood and no proof, so it is kept apart from what the compiler says.
 */
export function namedReads(types: ClientTypes, properties: readonly SchemaProperty[]): NamedReads {
  const owners = ownersOf(properties)
  const names = new Set(properties.map(({ name }) => name))
  const result = new Map<string, Map<string, readonly number[]>>()
  const readers = types.files.filter(path => /^src\/(?:api|queries|features|routes)\//.test(path))
  for (const path of readers) {
    const found = untypedReads(types, path, names)
    for (const [owner, own] of owners) {
      const read = own.filter(name => found.has(name))
      if (read.length === 0 || read.length < own.length * leastShare) continue
      for (const name of read) {
        const key = `${owner}/${name}`
        const files = result.get(key) ?? new Map()
        result.set(key, files.set(path, found.get(name) ?? []))
      }
    }
  }
  return result
}

/** The own properties of each named schema; those of the operations' own answers are read where errors are. */
function ownersOf(properties: readonly SchemaProperty[]): Map<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const { key, name } of properties) {
    const owner = key.slice(0, -name.length - 1)
    if (!owner.includes(' ')) owners.set(owner, [...(owners.get(owner) ?? []), name])
  }
  return owners
}

function untypedReads(types: ClientTypes, path: string, names: ReadonlySet<string>): Map<string, number[]> {
  const checker = types.program.getTypeChecker()
  const found = new Map<string, number[]>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && names.has(node.text)) {
      const owner = ownerOf(node)
      if (owner && !isDeclared(checker, checker.getTypeAtLocation(owner), node.text))
        found.set(node.text, [...(found.get(node.text) ?? []), node.getStart()])
    }
    ts.forEachChild(node, visit)
  }
  visit(types.source(path))
  return found
}

/** The expression or the pattern that a name is read from. */
function ownerOf(node: ts.Identifier): ts.Node | undefined {
  const parent = node.parent
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression
  if (ts.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node) return parent.parent
  return undefined
}

function isDeclared(checker: ts.TypeChecker, type: ts.Type, name: string): boolean {
  const property = checker.getPropertyOfType(type, name)
  return property !== undefined && (property.declarations ?? []).length > 0
}
