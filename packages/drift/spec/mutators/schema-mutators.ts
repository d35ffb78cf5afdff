import { listAt, objectAt } from '../../../contract/json'
import type { DriftId } from '../../../contract/validator/drift-classes'
import { driftIds } from '../../../contract/validator/drift-ids'
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

type Test = (location: SchemaLocation) => boolean
type Change = (node: Draft, location: SchemaLocation, document: Draft) => void

export type SchemaMutator = {
  readonly driftId: DriftId
  readonly side: 'requests' | 'responses'
  /** Distinguishes several changes of one class at one location. */
  readonly label?: string
  readonly isAt: Test
  readonly change: Change
}

const isType = (location: SchemaLocation, ...types: string[]) =>
  types.some(type => getTypes(location).includes(type))
const has =
  (...keys: string[]): Test =>
  ({ node }) =>
    keys.some(key => node[key] !== undefined)
const isRequired: Test = location => isProperty(location) && location.isRequired
/** Parts of an `allOf` are no values of their own. */
const isPart: Test = ({ at }) => at.at(-2) === 'allOf'
const isFile: Test = ({ node }) => node.format === 'binary'

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

const becomes =
  (other: (node: Draft, location: SchemaLocation) => Draft): Change =>
  (node, location) =>
    replaceNode(node, other(structuredClone({ ...node }), location))

/** Changes one keyword; undefined removes it. */
const keyword =
  (name: string, change: (value: unknown) => unknown): Change =>
  node => {
    const value = change(node[name])
    if (value === undefined) delete node[name]
    else node[name] = value
  }

/** Changes the first of the limits that the schema has. */
const limit =
  (change: (value: number) => number, ...names: string[]): Change =>
  node => {
    const name = names.find(one => node[one] !== undefined) ?? ''
    node[name] = change(Number(node[name]))
  }

const lost = () => undefined

type Row = readonly [driftId: DriftId, isAt: Test, change: Change, label?: string]

const requests: readonly Row[] = [
  [
    driftIds.bodyFieldRenamed,
    one => isProperty(one) && !one.at.includes('multipart/form-data'),
    renameProperty,
  ],
  [driftIds.requestNarrowed, has('pattern'), keyword('pattern', () => '^[a-z]+$')],
  [
    driftIds.maximumLowered,
    has('maxLength', 'maxItems'),
    limit(max => Math.floor(max / 3), 'maxLength', 'maxItems'),
  ],
  [driftIds.minimumRaised, has('minLength', 'minItems'), limit(min => min + 4, 'minLength', 'minItems')],
  [driftIds.requestNullRefused, one => isType(one, 'null'), keyword('type', () => 'string')],
]

const isPlainScalar: Test = one =>
  isType(one, 'string', 'integer', 'number', 'boolean') && !has('enum')(one) && !isTime(one) && !isFile(one)

const responses: readonly Row[] = [
  [driftIds.fieldRemoved, isRequired, removeProperty],
  [driftIds.optionalFieldMissing, one => isProperty(one) && !one.isRequired, removeProperty],
  [driftIds.fieldRenamed, isProperty, renameProperty],
  [
    driftIds.scalarType,
    isPlainScalar,
    becomes((_, one) => ({ type: isType(one, 'string') ? 'integer' : 'string' })),
  ],
  [driftIds.enumValueAdded, has('enum'), keyword('enum', values => [...listAt(values), 'refunded'])],
  [
    driftIds.enumValueRemoved,
    ({ node }) => listAt(node.enum).length > 1,
    keyword('enum', values => listAt(values).slice(1)),
  ],
  [driftIds.dateTimeFormat, isTime, keyword('format', lost)],
  [
    driftIds.listBecameObject,
    one => isType(one, 'array'),
    becomes(items => ({
      type: 'object',
      required: ['items', 'total'],
      properties: { items, total: { type: 'integer' } },
    })),
  ],
  [
    driftIds.fieldUndocumented,
    ({ node }) => Object.keys(objectAt(node.properties)).length > 0,
    node => Object.assign(draftAt(node, ['properties']), { password_hash: { type: 'string' } }),
  ],
  [
    driftIds.fieldOptional,
    isRequired,
    (_, { owner = [], name }, document) => {
      const holder = draftAt(document, owner)
      holder.required = listAt(holder.required).filter(one => one !== name)
    },
  ],
  [
    driftIds.unexpectedNull,
    one => isProperty(one) && !allowsNull(one),
    becomes(node => ({ anyOf: [node, { type: 'null' }] })),
  ],
  [driftIds.dateAsNumber, isTime, becomes(() => ({ type: 'integer' }))],
  [
    driftIds.formatLost,
    one => has('format')(one) && !isFile(one) && one.node.format !== 'password' && !isTime(one),
    keyword('format', lost),
  ],
  [
    driftIds.objectBecameScalar,
    one => !isPart(one) && (isType(one, 'object') || has('allOf')(one)),
    becomes(() => ({ type: 'string' })),
  ],
]

/** A pattern that ends in `+` already requires one character. */
const isImplied = ({ node }: SchemaLocation, name: string) =>
  name === 'minLength' && node.minLength === 1 && String(node.pattern).endsWith('+$')

/** Limits that a model can lose or widen. */
const widened = Object.entries<(value: number) => number | undefined>({
  minimum: lost,
  exclusiveMinimum: lost,
  maximum: value => value * 10,
  minLength: lost,
  maxLength: value => value * 2,
  maxItems: value => value * 2,
  pattern: lost,
}).map(
  ([name, widen]): Row => [
    driftIds.valueOutOfRange,
    one => has(name)(one) && !isImplied(one, name),
    keyword(name, value => widen(Number(value))),
    name,
  ],
)

const ofSide = (side: SchemaMutator['side'], rows: readonly Row[]): SchemaMutator[] =>
  rows.map(([driftId, isAt, change, label]) => ({
    driftId,
    side,
    isAt: location => !location.at.includes('ErrorBody') && location[side].size > 0 && isAt(location),
    change,
    ...(label !== undefined && { label }),
  }))

export const schemaMutators: readonly SchemaMutator[] = [
  ...ofSide('requests', requests),
  ...ofSide('responses', [...responses, ...widened]),
]
