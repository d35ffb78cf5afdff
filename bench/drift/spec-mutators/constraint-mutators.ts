import { listAt } from '../../../scripts/lib/json'
import { isProperty, isTime, type SchemaLocation, typesOf } from './document-locations'
import type { SchemaMutator } from './schema-mutators'
import { draftAt, replaceNode } from './spec-mutant'

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
export const constraintMutators: readonly SchemaMutator[] = [
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
    isAt: location => isProperty(location) && !typesOf(location).includes('null'),
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
      !isPart(location) && (typesOf(location).includes('object') || location.node.allOf !== undefined),
    change: node => replaceNode(node, { type: 'string' }),
  },
  ...limitMutators,
]
