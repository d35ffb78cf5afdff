import { listAt, objectAt } from '../../../lib/json'
import type { DriftId } from '../../../lib/validator/drift-classes'
import { type Draft, draftAt, type OperationNode, renameKey } from './document-locations'

export type OperationMutator = {
  readonly driftId: DriftId
  readonly sites: (
    location: OperationNode,
  ) => readonly { location: string; change: (operation: Draft, document: Draft) => void }[]
}

const once = (change: (operation: Draft, document: Draft) => void) => [{ location: 'operation', change }]
const parametersIn = ({ node }: OperationNode, where: string) =>
  listAt(node.parameters).flatMap((one, index) =>
    objectAt(one).in === where ? [{ index, name: String(objectAt(one).name) }] : [],
  )
const withBody = ({ node }: OperationNode) => node.requestBody !== undefined

function movePath(document: Draft, from: string, to: string): void {
  document.paths = renameKey(draftAt(document, ['paths']), from, to)
}

const routes: readonly OperationMutator[] = [
  {
    driftId: 'DR01',
    sites: ({ path, method }) =>
      once((_, document) => {
        delete draftAt(document, ['paths', path])[method]
      }),
  },
  {
    driftId: 'DR02',
    sites: ({ path, method }) =>
      once((operation, document) => {
        const item = draftAt(document, ['paths', path])
        delete item[method]
        item[method === 'put' ? 'patch' : 'put'] = operation
      }),
  },
  {
    driftId: 'DR03',
    sites: ({ path, method }) =>
      once((operation, document) => {
        delete draftAt(document, ['paths', path])[method]
        draftAt(document, ['paths'])[`${path}s`] = { [method]: operation }
      }),
  },
  {
    driftId: 'DR04',
    sites: ({ path, method }) =>
      once((operation, document) => {
        const added = structuredClone({ ...operation, operationId: 'archive' })
        draftAt(document, ['paths'])[`${path}/archive`] = { [method]: added }
      }),
  },
  {
    driftId: 'DR05',
    sites: location =>
      parametersIn(location, 'path').map(({ name }) => ({
        location: `path ${name}`,
        change: (_, document) => {
          for (const operation of Object.values(draftAt(document, ['paths', location.path]))) {
            for (const one of listAt((operation as Draft).parameters) as Draft[]) {
              if (one.in === 'path' && one.name === name) one.name = `the_${name}`
            }
          }
          movePath(document, location.path, location.path.replace(`{${name}}`, `{the_${name}}`))
        },
      })),
  },
]

const requests: readonly OperationMutator[] = [
  {
    driftId: 'DR07',
    sites: location =>
      parametersIn(location, 'query').map(({ index, name }) => ({
        location: `query ${name}`,
        change: operation => {
          draftAt(operation, ['parameters', String(index)]).name = `${name}Value`
        },
      })),
  },
  {
    driftId: 'DR08',
    sites: () =>
      once(operation => {
        const added = { name: 'locale', in: 'query', required: true, schema: { type: 'string' } }
        operation.parameters = [...listAt(operation.parameters), added]
      }),
  },
  {
    driftId: 'DR10',
    sites: location =>
      withBody(location)
        ? once(operation => {
            for (const media of Object.values(draftAt(operation, ['requestBody', 'content']))) {
              const schema = draftAt(media as Draft, ['schema'])
              schema.required = [...listAt(schema.required), 'captcha']
              Object.assign(draftAt(schema, ['properties']), { captcha: { type: 'string' } })
            }
          })
        : [],
  },
  {
    driftId: 'DR17',
    sites: location =>
      withBody(location)
        ? once(operation => {
            const body = draftAt(operation, ['requestBody'])
            const [[type, media] = ['', {}]] = Object.entries(objectAt(body.content))
            const other =
              type === 'application/json' ? 'application/x-www-form-urlencoded' : 'application/json'
            body.content = { [other]: media }
          })
        : [],
  },
]

export const operationMutators: readonly OperationMutator[] = [...routes, ...requests]

const getParameters = ({ node }: OperationNode, where: string) =>
  listAt(node.parameters).flatMap((one, index) => {
    const parameter = objectAt(one)
    return parameter.in === where ? [{ index: String(index), name: String(parameter.name), parameter }] : []
  })

/** Body fields with their media type. */
const getFields = ({ node }: OperationNode) =>
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
      getParameters(location, 'path').map(({ index, name, parameter }) => ({
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
      ...getParameters(location, 'query')
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
      getFields(location).flatMap(({ type, name }) => [
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
      getFields(location)
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
