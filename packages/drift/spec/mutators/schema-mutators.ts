import { listAt, objectAt } from '../../../contract/json'
import type { DriftId } from '../../../contract/validator/drift-classes'
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
  ['DR11', one => isProperty(one) && !one.at.includes('multipart/form-data'), renameProperty],
  ['DR13', has('pattern'), keyword('pattern', () => '^[a-z]+$')],
  ['DR14', has('maxLength', 'maxItems'), limit(max => Math.floor(max / 3), 'maxLength', 'maxItems')],
  ['DR15', has('minLength', 'minItems'), limit(min => min + 4, 'minLength', 'minItems')],
  ['DR16', one => isType(one, 'null'), keyword('type', () => 'string')],
]

const isPlainScalar: Test = one =>
  isType(one, 'string', 'integer', 'number', 'boolean') && !has('enum')(one) && !isTime(one) && !isFile(one)

const responses: readonly Row[] = [
  ['DR21', isRequired, removeProperty],
  ['DR23', one => isProperty(one) && !one.isRequired, removeProperty],
  ['DR24', isProperty, renameProperty],
  ['DR25', isPlainScalar, becomes((_, one) => ({ type: isType(one, 'string') ? 'integer' : 'string' }))],
  ['DR27', has('enum'), keyword('enum', values => [...listAt(values), 'refunded'])],
  ['DR28', ({ node }) => listAt(node.enum).length > 1, keyword('enum', values => listAt(values).slice(1))],
  ['DR29', isTime, keyword('format', lost)],
  [
    'DR32',
    one => isType(one, 'array'),
    becomes(items => ({
      type: 'object',
      required: ['items', 'total'],
      properties: { items, total: { type: 'integer' } },
    })),
  ],
  [
    'DR35',
    ({ node }) => Object.keys(objectAt(node.properties)).length > 0,
    node => Object.assign(draftAt(node, ['properties']), { password_hash: { type: 'string' } }),
  ],
  [
    'DR22',
    isRequired,
    (_, { owner = [], name }, document) => {
      const holder = draftAt(document, owner)
      holder.required = listAt(holder.required).filter(one => one !== name)
    },
  ],
  [
    'DR26',
    one => isProperty(one) && !allowsNull(one),
    becomes(node => ({ anyOf: [node, { type: 'null' }] })),
  ],
  ['DR30', isTime, becomes(() => ({ type: 'integer' }))],
  [
    'DR31',
    one => has('format')(one) && !isFile(one) && one.node.format !== 'password' && !isTime(one),
    keyword('format', lost),
  ],
  [
    'DR33',
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
    'DR36',
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
