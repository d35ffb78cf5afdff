import { isObject, listAt, objectAt } from '../../../scripts/lib/json'
import type { OperationPlace } from './document-places'
import type { OperationMutator } from './operation-mutators'
import { draftAt, renamedKey } from './spec-mutant'

const statusesOf = ({ node }: OperationPlace) => Object.keys(objectAt(node.responses))
const isError = (status: string) => Number(status) >= 400
const schemaPath = (status: string) => ['responses', status, 'content', 'application/json'] as const

function hasDetail({ node }: OperationPlace, status: string): boolean {
  const { content } = objectAt(objectAt(node.responses)[status])
  const { schema } = objectAt(objectAt(content)['application/json'])
  return isObject(objectAt(objectAt(schema).properties).detail)
}

/** The answers that an operation documents, and what becomes of each of them. */
export const answerMutators: readonly OperationMutator[] = [
  {
    driftId: 'DR40',
    sites: place =>
      statusesOf(place)
        .filter(status => Number(status) < 300)
        .map(status => ({
          place: status,
          change: operation => {
            operation.responses = renamedKey(
              draftAt(operation, ['responses']),
              status,
              status === '200' ? '201' : '202',
            )
          },
        })),
  },
  {
    driftId: 'DR46',
    sites: place =>
      statusesOf(place)
        .filter(status => isError(status) && status !== '422' && hasDetail(place, status))
        .map(status => ({
          place: status,
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
    sites: place =>
      statusesOf(place)
        .filter(status => status === '422')
        .map(status => ({
          place: status,
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
    sites: place =>
      statusesOf(place)
        .filter(status => headerOf(place, status) !== undefined)
        .map(status => ({
          place: status,
          change: operation => {
            delete draftAt(operation, ['responses', status, 'headers'])[headerOf(place, status) ?? '']
          },
        })),
  },
  {
    driftId: 'DR58',
    sites: ({ node }) =>
      Array.isArray(node.security) && node.security.length === 0
        ? [
            {
              place: 'security',
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
              place: 'security',
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

function headerOf({ node }: OperationPlace, status: string): string | undefined {
  const headers = objectAt(objectAt(objectAt(node.responses)[status]).headers)
  return Object.keys(headers).find(name => name.toLowerCase() === 'content-disposition')
}
