import { listAt, objectAt } from '../../../scripts/lib/json'
import type { OperationPlace } from './document-places'
import type { OperationMutator } from './operation-mutators'
import { type Draft, draftAt, renamedKey } from './spec-mutant'

const parametersOf = ({ node }: OperationPlace, where: string) =>
  listAt(node.parameters).flatMap((one, index) => {
    const parameter = objectAt(one)
    return parameter.in === where ? [{ index: String(index), name: String(parameter.name), parameter }] : []
  })

/** The fields of a body with the media type that it has. */
const fieldsOf = ({ node }: OperationPlace) =>
  Object.entries(objectAt(objectAt(node.requestBody).content)).flatMap(([type, media]) =>
    Object.keys(objectAt(objectAt(objectAt(media).schema).properties)).map(name => ({ type, name })),
  )

const bodySchema = (operation: Draft, type: string) =>
  draftAt(operation, ['requestBody', 'content', type, 'schema'])

function removeField(operation: Draft, type: string, name: string): Draft {
  const schema = bodySchema(operation, type)
  delete draftAt(schema, ['properties'])[name]
  if (schema.required) schema.required = listAt(schema.required).filter(one => one !== name)
  return schema
}

/** What the questions become. */
export const questionMutators: readonly OperationMutator[] = [
  {
    driftId: 'DR06',
    sites: place =>
      parametersOf(place, 'path').map(({ index, name, parameter }) => ({
        place: `path ${name}`,
        change: operation => {
          const isText = objectAt(parameter.schema).type === 'string'
          draftAt(operation, ['parameters', index]).schema = isText
            ? { type: 'integer' }
            : { type: 'string', format: 'uuid' }
        },
      })),
  },
  {
    driftId: 'DR09',
    sites: place => [
      {
        place: 'query added',
        change: operation => {
          const added = { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } }
          operation.parameters = [...listAt(operation.parameters), added]
        },
      },
      ...parametersOf(place, 'query')
        .filter(({ parameter }) => parameter.required === true)
        .map(({ index, name }) => ({
          place: `query ${name}`,
          change: (operation: Draft) => {
            draftAt(operation, ['parameters', index]).required = false
          },
        })),
    ],
  },
  {
    driftId: 'DR12',
    sites: place =>
      fieldsOf(place).flatMap(({ type, name }) => [
        {
          place: `body ${name} ignored`,
          change: operation => {
            // A model of Pydantic says nothing of fields that it does not know.
            delete removeField(operation, type, name).additionalProperties
          },
        },
        {
          place: `body ${name} refused`,
          change: operation => {
            removeField(operation, type, name).additionalProperties = false
          },
        },
      ]),
  },
  {
    driftId: 'DR18',
    sites: place =>
      fieldsOf(place)
        .filter(({ type }) => type === 'multipart/form-data')
        .map(({ type, name }) => ({
          place: `body ${name}`,
          change: operation => {
            const other = name.endsWith('s') ? name.slice(0, -1) : `${name}_content`
            const schema = bodySchema(operation, type)
            schema.properties = renamedKey(draftAt(schema, ['properties']), name, other)
            schema.required = listAt(schema.required).map(one => (one === name ? other : one))
          },
        })),
  },
]
