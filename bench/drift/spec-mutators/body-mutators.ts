import { objectAt } from '../../../scripts/lib/json'
import type { OperationPlace } from './document-places'
import type { OperationMutator } from './operation-mutators'
import { type Draft, draftAt, renamedKey } from './spec-mutant'

/** The successful answers of a call with the media type of each; none where it is empty. */
const answersOf = ({ node }: OperationPlace) =>
  Object.entries(objectAt(node.responses))
    .filter(([status]) => Number(status) < 300)
    .map(([status, response]) => ({ status, type: Object.keys(objectAt(objectAt(response).content))[0] }))

/** A call that answers 200 with a body where it answered nothing. */
function speak(operation: Draft, status: string, schema: Draft): void {
  const responses = draftAt(operation, ['responses'])
  draftAt(responses, [status]).content = { 'application/json': { schema } }
  operation.responses = renamedKey(responses, status, '200')
}

function retype(operation: Draft, status: string, type: string, schema?: Draft): void {
  const response = draftAt(operation, ['responses', status])
  const [media] = Object.values(objectAt(response.content))
  response.content = { [type]: schema ? { schema } : media }
}

const nothing = { type: 'null' }

/** What the bodies of successful answers become. */
export const bodyMutators: readonly OperationMutator[] = [
  {
    driftId: 'DR39',
    sites: place =>
      answersOf(place)
        .filter(({ type }) => type === undefined || type === 'application/json')
        .map(({ status, type }) => ({
          place: status,
          change: operation => {
            if (type === undefined) speak(operation, status, nothing)
            else retype(operation, status, type, nothing)
          },
        })),
  },
  {
    driftId: 'DR41',
    sites: place =>
      answersOf(place)
        .filter(({ type }) => type === undefined)
        .map(({ status }) => ({
          place: status,
          change: operation => {
            const properties = { ok: { type: 'boolean' } }
            speak(operation, status, { type: 'object', required: ['ok'], properties })
          },
        })),
  },
  {
    driftId: 'DR51',
    sites: place =>
      answersOf(place).flatMap(({ status, type }) => {
        if (type === undefined) return []
        const other = type === 'application/json' ? 'text/plain' : 'application/x-openvpn-profile'
        return [{ place: status, change: operation => retype(operation, status, other) }]
      }),
  },
  {
    driftId: 'DR54',
    sites: place =>
      answersOf(place)
        .filter(({ type }) => type === 'application/octet-stream')
        .map(({ status }) => ({
          place: status,
          change: operation => {
            const properties = { content: { type: 'string' }, filename: { type: 'string' } }
            const schema = { type: 'object', required: ['content'], properties }
            retype(operation, status, 'application/json', schema)
          },
        })),
  },
]
