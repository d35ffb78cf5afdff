import { listAt, objectAt } from '../../../scripts/lib/json'
import type { OperationNode } from './document-locations'
import type { OperationMutator } from './operation-mutators'
import { type Draft, draftAt, renameKey } from './spec-mutant'

const parametersOf = ({ node }: OperationNode, where: string) =>
  listAt(node.parameters).flatMap((one, index) => {
    const parameter = objectAt(one)
    return parameter.in === where ? [{ index: String(index), name: String(parameter.name), parameter }] : []
  })

/** Body fields with their media type. */
const fieldsOf = ({ node }: OperationNode) =>
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

export const requestMutators: readonly OperationMutator[] = [
  {
    driftId: 'DR06',
    sites: location =>
      parametersOf(location, 'path').map(({ index, name, parameter }) => ({
        location: `path ${name}`,
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
    sites: location => [
      {
        location: 'query added',
        change: operation => {
          const added = { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } }
          operation.parameters = [...listAt(operation.parameters), added]
        },
      },
      ...parametersOf(location, 'query')
        .filter(({ parameter }) => parameter.required === true)
        .map(({ index, name }) => ({
          location: `query ${name}`,
          change: (operation: Draft) => {
            draftAt(operation, ['parameters', index]).required = false
          },
        })),
    ],
  },
  {
    driftId: 'DR12',
    sites: location =>
      fieldsOf(location).flatMap(({ type, name }) => [
        {
          location: `body ${name} ignored`,
          change: operation => {
            // A Pydantic model ignores unknown fields by default.
            delete removeField(operation, type, name).additionalProperties
          },
        },
        {
          location: `body ${name} refused`,
          change: operation => {
            removeField(operation, type, name).additionalProperties = false
          },
        },
      ]),
  },
  {
    driftId: 'DR18',
    sites: location =>
      fieldsOf(location)
        .filter(({ type }) => type === 'multipart/form-data')
        .map(({ type, name }) => ({
          location: `body ${name}`,
          change: operation => {
            const other = name.endsWith('s') ? name.slice(0, -1) : `${name}_content`
            const schema = bodySchema(operation, type)
            schema.properties = renameKey(draftAt(schema, ['properties']), name, other)
            schema.required = listAt(schema.required).map(one => (one === name ? other : one))
          },
        })),
  },
]
