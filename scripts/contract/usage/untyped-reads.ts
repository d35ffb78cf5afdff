import ts from 'typescript'
import type { ClientTypes } from './client-types'
import type { SchemaProperty } from './schema-properties'

/** By property, the files that read its name from an untyped value, with positions. */
export type UntypedReads = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>

/** The share of an owner's properties that a file must read. */
const MIN_SHARE = 0.4

/**
 * Some screens read a response as `unknown`, which the compiler does not follow. A file that reads many
 * property names of one schema from untyped values is assumed to read that schema. A guess, so kept apart
 * from the compiler's results.
 */
export function untypedReads(types: ClientTypes, properties: readonly SchemaProperty[]): UntypedReads {
  const owners = ownersOf(properties)
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

function ownersOf(properties: readonly SchemaProperty[]): Map<string, string[]> {
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
      const owner = ownerOf(node)
      if (owner && !isDeclared(checker, checker.getTypeAtLocation(owner), node.text))
        found.set(node.text, [...(found.get(node.text) ?? []), node.getStart()])
    }
    ts.forEachChild(node, visit)
  }
  visit(types.source(path))
  return found
}

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
