import { isObject, type JsonObject } from '../json'
import { matches } from '../json-schema'
import type { FlatSchema, SchemaNode, SchemaTable } from '../schema-node'
import { areSimilarNames, areSynonyms, normalizeName } from '../similar-names'
import { getAlternatives } from './property-tree'

/** OAuth 2.0 has these in every answer with an access token, so they replace nothing. */
const TOKEN_FIELDS = ['token_type', 'expires_in', 'scope']

/**
 * The unknown field that replaces a missing one: of the same name in another spelling, of a synonym with a fitting
 * value, or, for a required field, of a similar name or the same shape.
 */
export function getNewName(
  name: string,
  node: SchemaNode,
  isRequired: boolean,
  value: JsonObject,
  unknownNames: readonly string[],
  schemas: SchemaTable,
): string | undefined {
  const unknown = unknownNames.filter(other => !TOKEN_FIELDS.includes(other))
  const same =
    unknown.find(other => normalizeName(other) === normalizeName(name)) ??
    unknown.find(other => areSynonyms(name, other) && matches(node, value[other], schemas))
  if (same !== undefined || !isRequired) return same
  const like = unknown.find(other => areSimilarNames(name, other))
  return like ?? unknown.find(other => matches(node, value[other], schemas))
}

/** Fields that stand in another object than promised. */
export type MovedFields =
  /** `fields` stand inside of the unknown object `name`; `isAll` if nothing stands at its place. */
  | {
      readonly kind: 'down'
      readonly name: string
      readonly fields: readonly string[]
      readonly isAll: boolean
    }
  /** The fields of the missing object `name` stand beside where it is due. */
  | { readonly kind: 'up'; readonly name: string; readonly fields: readonly string[] }

/** Names alone may agree by chance, so the values must fit too. */
export function findMovedFields(flat: FlatSchema, value: JsonObject, schemas: SchemaTable): MovedFields[] {
  const unknown = Object.keys(value).filter(name => !flat.properties.has(name))
  if (unknown.length === 0) return []
  const missing = [...flat.properties].filter(([name]) => !Object.hasOwn(value, name))
  const isAll = missing.length === flat.properties.size
  const down = unknown.flatMap((name): MovedFields[] => {
    const inside = value[name]
    if (!isObject(inside)) return []
    const fields = missing.flatMap(([field, node]) =>
      Object.hasOwn(inside, field) && matches(node, inside[field], schemas) ? [field] : [],
    )
    const isDue = fields.some(field => flat.required.has(field)) || (isAll && fields.length > 0)
    return isDue ? [{ kind: 'down', name, fields, isAll }] : []
  })
  const up = missing.flatMap(([name, node]): MovedFields[] => {
    const parts = getAlternatives(node, schemas).map(one => one.flat.properties)
    const isRequired = flat.required.has(name)
    for (const properties of parts) {
      const fields = [...properties].flatMap(([field, part]) =>
        unknown.includes(field) && matches(part, value[field], schemas) ? [field] : [],
      )
      const enough = isRequired ? Math.min(2, properties.size) : 3
      if (fields.length >= enough && fields.length > 0) return [{ kind: 'up', name, fields }]
    }
    return []
  })
  return [...down, ...up]
}

/** The field that holds the list in place of which an object came: `items` of `{items, total}`. */
export function findListField(items: SchemaNode | undefined, value: unknown, schemas: SchemaTable) {
  if (!isObject(value)) return undefined
  const lists = Object.keys(value).filter(name => Array.isArray(value[name]))
  const fitting = lists.filter(name => items && matches({ type: 'array', items }, value[name], schemas))
  return fitting[0] ?? (lists.length === 1 ? lists[0] : undefined)
}
