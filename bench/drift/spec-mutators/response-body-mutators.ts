import { objectAt } from '../../../scripts/lib/json'
import type { OperationNode } from './document-locations'
import type { OperationMutator } from './operation-mutators'
import { type Draft, draftAt, renameKey } from './spec-mutant'

/** Successful responses with their media type; undefined for an empty one. */
const responsesOf = ({ node }: OperationNode) =>
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
      responsesOf(location)
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
      responsesOf(location)
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
      responsesOf(location).flatMap(({ status, type }) => {
        if (type === undefined) return []
        const other = type === 'application/json' ? 'text/plain' : 'application/x-openvpn-profile'
        return [{ location: status, change: operation => retype(operation, status, other) }]
      }),
  },
  {
    driftId: 'DR54',
    sites: location =>
      responsesOf(location)
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
