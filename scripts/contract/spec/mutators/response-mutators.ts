import { isObject, listAt, objectAt } from '../../../lib/json'
import { type Draft, draftAt, type OperationNode, renameKey } from './document-locations'
import type { OperationMutator } from './operation-mutators'

const getStatuses = ({ node }: OperationNode) => Object.keys(objectAt(node.responses))
const isError = (status: string) => Number(status) >= 400
const schemaPath = (status: string) => ['responses', status, 'content', 'application/json'] as const

function hasDetail({ node }: OperationNode, status: string): boolean {
  const { content } = objectAt(objectAt(node.responses)[status])
  const { schema } = objectAt(objectAt(content)['application/json'])
  return isObject(objectAt(objectAt(schema).properties).detail)
}

export const responseMutators: readonly OperationMutator[] = [
  {
    driftId: 'DR40',
    sites: location =>
      getStatuses(location)
        .filter(status => Number(status) < 300)
        .map(status => ({
          location: status,
          change: operation => {
            operation.responses = renameKey(
              draftAt(operation, ['responses']),
              status,
              status === '200' ? '201' : '202',
            )
          },
        })),
  },
  {
    driftId: 'DR46',
    sites: location =>
      getStatuses(location)
        .filter(status => isError(status) && status !== '422' && hasDetail(location, status))
        .map(status => ({
          location: status,
          change: operation => {
            draftAt(operation, schemaPath(status)).schema = {
              type: 'object',
              required: ['message'],
              properties: { message: { type: 'string' } },
            }
          },
        })),
  },
  {
    driftId: 'DR49',
    sites: location =>
      getStatuses(location)
        .filter(status => status === '422')
        .map(status => ({
          location: status,
          change: operation => {
            const errors = {
              type: 'object',
              additionalProperties: { type: 'array', items: { type: 'string' } },
            }
            draftAt(operation, schemaPath(status)).schema = {
              type: 'object',
              required: ['errors'],
              properties: { errors },
            }
          },
        })),
  },
  {
    driftId: 'DR53',
    sites: location =>
      getStatuses(location)
        .filter(status => getHeader(location, status) !== undefined)
        .map(status => ({
          location: status,
          change: operation => {
            delete draftAt(operation, ['responses', status, 'headers'])[getHeader(location, status) ?? '']
          },
        })),
  },
  {
    driftId: 'DR58',
    sites: ({ node }) =>
      Array.isArray(node.security) && node.security.length === 0
        ? [
            {
              location: 'security',
              change: operation => {
                operation.security = [{ bearer: [] }]
              },
            },
          ]
        : [],
  },
  {
    driftId: 'DR59',
    sites: ({ node }) =>
      listAt(node.security).length > 0
        ? [
            {
              location: 'security',
              change: (operation, document) => {
                const scheme = { type: 'apiKey', in: 'header', name: 'X-Token' }
                Object.assign(draftAt(document, ['components', 'securitySchemes']), { token: scheme })
                operation.security = [{ token: [] }]
              },
            },
          ]
        : [],
  },
]

function getHeader({ node }: OperationNode, status: string): string | undefined {
  const headers = objectAt(objectAt(objectAt(node.responses)[status]).headers)
  return Object.keys(headers).find(name => name.toLowerCase() === 'content-disposition')
}

/** Successful responses with their media type; undefined for an empty one. */
const getResponses = ({ node }: OperationNode) =>
  Object.entries(objectAt(node.responses))
    .filter(([status]) => Number(status) < 300)
    .map(([status, response]) => ({ status, type: Object.keys(objectAt(objectAt(response).content))[0] }))

function addBody(operation: Draft, status: string, schema: Draft): void {
  const responses = draftAt(operation, ['responses'])
  draftAt(responses, [status]).content = { 'application/json': { schema } }
  operation.responses = renameKey(responses, status, '200')
}

function retype(operation: Draft, status: string, type: string, schema?: Draft): void {
  const response = draftAt(operation, ['responses', status])
  const [media] = Object.values(objectAt(response.content))
  response.content = { [type]: schema ? { schema } : media }
}

const nothing = { type: 'null' }

export const responseBodyMutators: readonly OperationMutator[] = [
  {
    driftId: 'DR39',
    sites: location =>
      getResponses(location)
        .filter(({ type }) => type === undefined || type === 'application/json')
        .map(({ status, type }) => ({
          location: status,
          change: operation => {
            if (type === undefined) addBody(operation, status, nothing)
            else retype(operation, status, type, nothing)
          },
        })),
  },
  {
    driftId: 'DR41',
    sites: location =>
      getResponses(location)
        .filter(({ type }) => type === undefined)
        .map(({ status }) => ({
          location: status,
          change: operation => {
            const properties = { ok: { type: 'boolean' } }
            addBody(operation, status, { type: 'object', required: ['ok'], properties })
          },
        })),
  },
  {
    driftId: 'DR51',
    sites: location =>
      getResponses(location).flatMap(({ status, type }) => {
        if (type === undefined) return []
        const other = type === 'application/json' ? 'text/plain' : 'application/x-openvpn-profile'
        return [{ location: status, change: operation => retype(operation, status, other) }]
      }),
  },
  {
    driftId: 'DR54',
    sites: location =>
      getResponses(location)
        .filter(({ type }) => type === 'application/octet-stream')
        .map(({ status }) => ({
          location: status,
          change: operation => {
            const properties = { content: { type: 'string' }, filename: { type: 'string' } }
            const schema = { type: 'object', required: ['content'], properties }
            retype(operation, status, 'application/json', schema)
          },
        })),
  },
]
