import { listAt } from '../../../scripts/lib/json'
import type { SchemaPlace } from './document-places'
import type { SchemaMutator } from './schema-mutators'
import { type Draft, draftAt } from './spec-mutant'

const isProperty = ({ owner }: SchemaPlace) => owner !== undefined
const isTime = ({ node }: SchemaPlace) => String(node.format).startsWith('date')
const types = ({ node }: SchemaPlace): readonly unknown[] =>
  Array.isArray(node.type) ? node.type : [node.type]

/** Another schema in the place of the one that stands there. */
function become(node: Draft, other: Draft): void {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, other)
}

/** Parts of a composition are no values of their own. */
const isPart = ({ at }: SchemaPlace) => at.at(-2) === 'allOf'

function isNamedFormat({ node }: SchemaPlace): boolean {
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

/** A pattern with `+` asks for one character anyway. */
const isImplied = ({ node }: SchemaPlace, limit: string) =>
  limit === 'minLength' && node.minLength === 1 && String(node.pattern).endsWith('+$')

const limitMutators = Object.entries(widened).map(
  ([limit, widen]): SchemaMutator => ({
    driftId: 'DR36',
    side: 'answers',
    label: limit,
    isAt: place => place.node[limit] !== undefined && !isImplied(place, limit),
    change: node => {
      const other = widen(Number(node[limit]))
      if (other === undefined) delete node[limit]
      else node[limit] = other
    },
  }),
)

/** What answers promise no longer. */
export const promiseMutators: readonly SchemaMutator[] = [
  {
    driftId: 'DR22',
    side: 'answers',
    isAt: place => isProperty(place) && place.isRequired,
    change: (_, { owner = [], name }, document) => {
      const holder = draftAt(document, owner)
      holder.required = listAt(holder.required).filter(one => one !== name)
    },
  },
  {
    driftId: 'DR26',
    side: 'answers',
    isAt: place => isProperty(place) && !types(place).includes('null'),
    change: node => become(node, { anyOf: [structuredClone({ ...node }), { type: 'null' }] }),
  },
  {
    driftId: 'DR30',
    side: 'answers',
    isAt: isTime,
    change: node => become(node, { type: 'integer' }),
  },
  {
    driftId: 'DR31',
    side: 'answers',
    isAt: place => isNamedFormat(place) && !isTime(place),
    change: node => {
      delete node.format
    },
  },
  {
    driftId: 'DR33',
    side: 'answers',
    isAt: place => !isPart(place) && (types(place).includes('object') || place.node.allOf !== undefined),
    change: node => become(node, { type: 'string' }),
  },
  ...limitMutators,
]
