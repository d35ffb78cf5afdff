import { listAt, objectAt } from '../../../lib/json'
import type { DriftId } from '../../../lib/validator/drift-classes'
import {
  allowsNull,
  type Draft,
  draftAt,
  getTypes,
  isProperty,
  isTime,
  renameKey,
  replaceNode,
  type SchemaLocation,
} from './document-locations'

export type SchemaMutator = {
  readonly driftId: DriftId
  readonly side: 'requests' | 'responses'
  /** Distinguishes several changes of one class at one location. */
  readonly label?: string
  readonly isAt: (location: SchemaLocation) => boolean
  readonly change: (node: Draft, location: SchemaLocation, document: Draft) => void
}

const isType = (location: SchemaLocation, type: string) => getTypes(location).includes(type)
const has = (key: string) => (location: SchemaLocation) => location.node[key] !== undefined
const isErrorFree = ({ at }: SchemaLocation) => !at.includes('ErrorBody')

function removeProperty(_: Draft, { owner = [], name }: SchemaLocation, document: Draft): void {
  const holder = draftAt(document, owner)
  delete draftAt(holder, ['properties'])[name]
  holder.required = listAt(holder.required).filter(one => one !== name)
}

function renameProperty(_: Draft, { owner = [], name }: SchemaLocation, document: Draft): void {
  const other = name.includes('_')
    ? name.replaceAll(/_(\w)/g, (__, letter) => letter.toUpperCase())
    : `${name}_text`
  const holder = draftAt(document, owner)
  holder.properties = renameKey(draftAt(holder, ['properties']), name, other)
  if (holder.required) holder.required = listAt(holder.required).map(one => (one === name ? other : one))
}

const requestMutators: readonly SchemaMutator[] = [
  {
    driftId: 'DR11',
    side: 'requests',
    isAt: location => isProperty(location) && !location.at.includes('multipart/form-data'),
    change: renameProperty,
  },
  {
    driftId: 'DR13',
    side: 'requests',
    isAt: has('pattern'),
    change: node => {
      node.pattern = '^[a-z]+$'
    },
  },
  {
    driftId: 'DR14',
    side: 'requests',
    isAt: location => has('maxLength')(location) || has('maxItems')(location),
    change: node => {
      const key = node.maxLength === undefined ? 'maxItems' : 'maxLength'
      node[key] = Math.floor(Number(node[key]) / 3)
    },
  },
  {
    driftId: 'DR15',
    side: 'requests',
    isAt: location => has('minLength')(location) || has('minItems')(location),
    change: node => {
      const key = node.minLength === undefined ? 'minItems' : 'minLength'
      node[key] = Number(node[key]) + 4
    },
  },
  {
    driftId: 'DR16',
    side: 'requests',
    isAt: location => isType(location, 'null'),
    change: node => {
      node.type = 'string'
    },
  },
]

const scalars = ['string', 'integer', 'number', 'boolean']

const responseMutators: readonly SchemaMutator[] = [
  {
    driftId: 'DR21',
    side: 'responses',
    isAt: location => isProperty(location) && location.isRequired,
    change: removeProperty,
  },
  {
    driftId: 'DR23',
    side: 'responses',
    isAt: location => isProperty(location) && !location.isRequired,
    change: removeProperty,
  },
  { driftId: 'DR24', side: 'responses', isAt: isProperty, change: renameProperty },
  {
    driftId: 'DR25',
    side: 'responses',
    isAt: location =>
      scalars.some(type => isType(location, type)) &&
      !has('enum')(location) &&
      !isTime(location) &&
      !isFile(location),
    change: (node, location) =>
      replaceNode(node, { type: isType(location, 'string') ? 'integer' : 'string' }),
  },
  {
    driftId: 'DR27',
    side: 'responses',
    isAt: has('enum'),
    change: node => {
      node.enum = [...listAt(node.enum), 'refunded']
    },
  },
  {
    driftId: 'DR28',
    side: 'responses',
    isAt: ({ node }) => listAt(node.enum).length > 1,
    change: node => {
      node.enum = listAt(node.enum).slice(1)
    },
  },
  {
    driftId: 'DR29',
    side: 'responses',
    isAt: isTime,
    change: node => {
      delete node.format
    },
  },
  {
    driftId: 'DR32',
    side: 'responses',
    isAt: location => isType(location, 'array'),
    change: node => {
      const properties = { items: structuredClone({ ...node }), total: { type: 'integer' } }
      replaceNode(node, { type: 'object', required: ['items', 'total'], properties })
    },
  },
  {
    driftId: 'DR35',
    side: 'responses',
    isAt: ({ node }) => Object.keys(objectAt(node.properties)).length > 0,
    change: node => {
      Object.assign(draftAt(node, ['properties']), { password_hash: { type: 'string' } })
    },
  },
]

function isFile({ node }: SchemaLocation): boolean {
  return node.format === 'binary'
}

/** Parts of an `allOf` are no values of their own. */
const isPart = ({ at }: SchemaLocation) => at.at(-2) === 'allOf'

function isNamedFormat({ node }: SchemaLocation): boolean {
  return node.format !== undefined && !['binary', 'password'].includes(String(node.format))
}

/** Limits that a model can lose (`undefined`) or widen. */
const widened: Record<string, (limit: number) => number | undefined> = {
  minimum: () => undefined,
  exclusiveMinimum: () => undefined,
  maximum: limit => limit * 10,
  minLength: () => undefined,
  maxLength: limit => limit * 2,
  maxItems: limit => limit * 2,
  pattern: () => undefined,
}

/** A pattern that ends in `+` already requires one character. */
const isImplied = ({ node }: SchemaLocation, limit: string) =>
  limit === 'minLength' && node.minLength === 1 && String(node.pattern).endsWith('+$')

const limitMutators = Object.entries(widened).map(
  ([limit, widen]): SchemaMutator => ({
    driftId: 'DR36',
    side: 'responses',
    label: limit,
    isAt: location => location.node[limit] !== undefined && !isImplied(location, limit),
    change: node => {
      const other = widen(Number(node[limit]))
      if (other === undefined) delete node[limit]
      else node[limit] = other
    },
  }),
)

/** Constraints that responses no longer keep. */
const constraintMutators: readonly SchemaMutator[] = [
  {
    driftId: 'DR22',
    side: 'responses',
    isAt: location => isProperty(location) && location.isRequired,
    change: (_, { owner = [], name }, document) => {
      const holder = draftAt(document, owner)
      holder.required = listAt(holder.required).filter(one => one !== name)
    },
  },
  {
    driftId: 'DR26',
    side: 'responses',
    isAt: location => isProperty(location) && !allowsNull(location),
    change: node => replaceNode(node, { anyOf: [structuredClone({ ...node }), { type: 'null' }] }),
  },
  {
    driftId: 'DR30',
    side: 'responses',
    isAt: isTime,
    change: node => replaceNode(node, { type: 'integer' }),
  },
  {
    driftId: 'DR31',
    side: 'responses',
    isAt: location => isNamedFormat(location) && !isTime(location),
    change: node => {
      delete node.format
    },
  },
  {
    driftId: 'DR33',
    side: 'responses',
    isAt: location =>
      !isPart(location) && (getTypes(location).includes('object') || location.node.allOf !== undefined),
    change: node => replaceNode(node, { type: 'string' }),
  },
  ...limitMutators,
]

export const schemaMutators: readonly SchemaMutator[] = [
  ...requestMutators,
  ...responseMutators,
  ...constraintMutators,
].map(one => ({
  ...one,
  isAt: location => isErrorFree(location) && location[one.side].size > 0 && one.isAt(location),
}))
