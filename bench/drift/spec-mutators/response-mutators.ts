import { isObject, listAt, objectAt } from '../../../scripts/lib/json'
import type { OperationNode } from './document-locations'
import type { OperationMutator } from './operation-mutators'
import { draftAt, renameKey } from './spec-mutant'

const statusesOf = ({ node }: OperationNode) => Object.keys(objectAt(node.responses))
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
      statusesOf(location)
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
      statusesOf(location)
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
      statusesOf(location)
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
      statusesOf(location)
        .filter(status => headerOf(location, status) !== undefined)
        .map(status => ({
          location: status,
          change: operation => {
            delete draftAt(operation, ['responses', status, 'headers'])[headerOf(location, status) ?? '']
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

function headerOf({ node }: OperationNode, status: string): string | undefined {
  const headers = objectAt(objectAt(objectAt(node.responses)[status]).headers)
  return Object.keys(headers).find(name => name.toLowerCase() === 'content-disposition')
}
