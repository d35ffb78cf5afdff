import { listAt, objectAt } from '../../../scripts/lib/json'
import type { DriftId } from '../../../scripts/lib/judge/drift-classes'
import type { SchemaPlace } from './document-places'
import { promiseMutators } from './promise-mutators'
import { type Draft, draftAt, renamedKey } from './spec-mutant'

/** A class of drift in schemas: which places it can have, and what stands there instead. */
export type SchemaMutator = {
  readonly driftId: DriftId
  readonly side: 'questions' | 'answers'
  /** Tells apart what one class does at the same place. */
  readonly label?: string
  readonly isAt: (place: SchemaPlace) => boolean
  readonly change: (node: Draft, place: SchemaPlace, document: Draft) => void
}

const typesOf = ({ node }: SchemaPlace): readonly unknown[] =>
  Array.isArray(node.type) ? node.type : [node.type]
const isType = (place: SchemaPlace, type: string) => typesOf(place).includes(type)
const isProperty = ({ owner }: SchemaPlace) => owner !== undefined
const has = (key: string) => (place: SchemaPlace) => place.node[key] !== undefined
const isErrorFree = ({ at }: SchemaPlace) => !at.includes('ErrorBody')

/** Another schema in the place of the one that stands there. */
function become(node: Draft, other: Draft): void {
  for (const key of Object.keys(node)) delete node[key]
  Object.assign(node, other)
}

function removeProperty(_: Draft, { owner = [], name }: SchemaPlace, document: Draft): void {
  const holder = draftAt(document, owner)
  delete draftAt(holder, ['properties'])[name]
  holder.required = listAt(holder.required).filter(one => one !== name)
}

function renameProperty(_: Draft, { owner = [], name }: SchemaPlace, document: Draft): void {
  const other = name.includes('_')
    ? name.replaceAll(/_(\w)/g, (__, letter) => letter.toUpperCase())
    : `${name}_text`
  const holder = draftAt(document, owner)
  holder.properties = renamedKey(draftAt(holder, ['properties']), name, other)
  if (holder.required) holder.required = listAt(holder.required).map(one => (one === name ? other : one))
}

const requestMutators: readonly SchemaMutator[] = [
  {
    driftId: 'DR11',
    side: 'questions',
    // The parts of a form are a class of their own.
    isAt: place => isProperty(place) && !place.at.includes('multipart/form-data'),
    change: renameProperty,
  },
  {
    driftId: 'DR13',
    side: 'questions',
    isAt: has('pattern'),
    change: node => {
      node.pattern = '^[a-z]+$'
    },
  },
  {
    driftId: 'DR14',
    side: 'questions',
    isAt: place => has('maxLength')(place) || has('maxItems')(place),
    change: node => {
      const key = node.maxLength === undefined ? 'maxItems' : 'maxLength'
      node[key] = Math.floor(Number(node[key]) / 3)
    },
  },
  {
    driftId: 'DR15',
    side: 'questions',
    isAt: place => has('minLength')(place) || has('minItems')(place),
    change: node => {
      const key = node.minLength === undefined ? 'minItems' : 'minLength'
      node[key] = Number(node[key]) + 4
    },
  },
  {
    driftId: 'DR16',
    side: 'questions',
    isAt: place => isType(place, 'null'),
    change: node => {
      node.type = 'string'
    },
  },
]

const scalars = ['string', 'integer', 'number', 'boolean']

const answerMutators: readonly SchemaMutator[] = [
  {
    driftId: 'DR21',
    side: 'answers',
    isAt: place => isProperty(place) && place.isRequired,
    change: removeProperty,
  },
  {
    driftId: 'DR23',
    side: 'answers',
    isAt: place => isProperty(place) && !place.isRequired,
    change: removeProperty,
  },
  { driftId: 'DR24', side: 'answers', isAt: isProperty, change: renameProperty },
  {
    driftId: 'DR25',
    side: 'answers',
    isAt: place =>
      scalars.some(type => isType(place, type)) && !has('enum')(place) && !isTime(place) && !isFile(place),
    change: (node, place) => become(node, { type: isType(place, 'string') ? 'integer' : 'string' }),
  },
  {
    driftId: 'DR27',
    side: 'answers',
    isAt: has('enum'),
    change: node => {
      node.enum = [...listAt(node.enum), 'refunded']
    },
  },
  {
    driftId: 'DR28',
    side: 'answers',
    isAt: ({ node }) => listAt(node.enum).length > 1,
    change: node => {
      node.enum = listAt(node.enum).slice(1)
    },
  },
  {
    driftId: 'DR29',
    side: 'answers',
    isAt: isTime,
    change: node => {
      delete node.format
    },
  },
  {
    driftId: 'DR32',
    side: 'answers',
    isAt: place => isType(place, 'array'),
    change: node => {
      const properties = { items: structuredClone({ ...node }), total: { type: 'integer' } }
      become(node, { type: 'object', required: ['items', 'total'], properties })
    },
  },
  {
    driftId: 'DR35',
    side: 'answers',
    isAt: ({ node }) => Object.keys(objectAt(node.properties)).length > 0,
    change: node => {
      Object.assign(draftAt(node, ['properties']), { password_hash: { type: 'string' } })
    },
  },
]

function isTime({ node }: SchemaPlace): boolean {
  return String(node.format).startsWith('date')
}

function isFile({ node }: SchemaPlace): boolean {
  return node.format === 'binary'
}

export const schemaMutators: readonly SchemaMutator[] = [
  ...requestMutators,
  ...answerMutators,
  ...promiseMutators,
].map(one => ({
  ...one,
  isAt: place => isErrorFree(place) && place[one.side].size > 0 && one.isAt(place),
}))
