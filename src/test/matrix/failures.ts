import { type OperationId, operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { createRandom } from '../../../scripts/lib/seeded-random'
import { ApiError, toApiError } from '../../api/errors'

/** A fault in the answer of an operation, and the error that the client makes of it. */
export interface Failure {
  /** `403 email not verified`, `network`, `malformed`. */
  name: string
  fault: Fault
  error: ApiError
}

/** The Retry-After of 429 answers. */
export const RETRY_AFTER_SECONDS = 20

const networkError = new ApiError({ kind: 'network', operation: '' })
const badResponse = new ApiError({ kind: 'badResponse', operation: '' })

const httpFailure = (status: number, detail?: string): Failure => ({
  name: detail === undefined ? String(status) : `${status} ${detail}`,
  fault: {
    kind: 'status',
    status,
    ...(detail !== undefined && { detail }),
    ...(status === 429 && { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } }),
  },
  error: toApiError({ response: new Response(null, { status }), body: { detail } }, ''),
})

/** Every status and detail that the contract documents for an operation, a network error, and an unreadable answer. */
export const getDocumentedFailures = (id: OperationId): Failure[] => {
  const responses = operationTable.find(row => row.operationId === id)?.responses ?? []
  return [
    ...responses
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, details }) => (details ?? [undefined]).map(detail => httpFailure(status, detail))),
    { name: 'network', fault: { kind: 'abort' }, error: networkError },
    { name: 'malformed', fault: { kind: 'malformed', status: 200 }, error: badResponse },
  ]
}

/** A fault that any operation may meet, documented or not. */
export interface GenericFailure extends Failure {
  /** `delayed`: success, later; `silent`: no answer; `lost`: done, but the answer is lost or meaningless. */
  outcome: 'error' | 'delayed' | 'silent' | 'lost'
}

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504]

const generic = (
  name: string,
  fault: Fault,
  error: ApiError,
  outcome: GenericFailure['outcome'] = 'error',
): GenericFailure => ({ name, fault, error, outcome })

const genericFailures: readonly GenericFailure[] = [
  ...statuses.map(status => ({ ...httpFailure(status), outcome: 'error' as const })),
  generic('delay', { kind: 'delay', milliseconds: 300 }, networkError, 'delayed'),
  generic('abort', { kind: 'abort' }, networkError),
  generic('reset mid-body', { kind: 'reset' }, networkError, 'lost'),
  generic('never', { kind: 'never' }, networkError, 'silent'),
  generic('HTML with 200', { kind: 'html', status: 200 }, badResponse),
  generic('HTML with 502', { kind: 'html', status: 502 }, httpFailure(502).error),
  generic('half a JSON', { kind: 'malformed', status: 200 }, badResponse),
  generic('empty', { kind: 'empty', status: 200 }, badResponse),
]

/** Without a JSON body any success is valid, and for a write an empty one is too. */
const isUnreadable = ({ name }: Failure, id: OperationId): boolean => {
  const operation = operationTable.find(row => row.operationId === id)
  const readsJson = operation?.responses.some(({ status, kind }) => status < 300 && kind === 'json') ?? false
  return readsJson && !(name === 'empty' && operation?.effect === 'write')
}

export const getGenericFailures = (id: OperationId): GenericFailure[] =>
  genericFailures.map(one =>
    one.error === badResponse && !isUnreadable(one, id) ? { ...one, outcome: 'lost' } : one,
  )

/** One failure for each operation, so that all operations together cover every kind; depends on the seed. */
export const sampleGenericFailures = (id: OperationId, seed: string): GenericFailure[] => {
  const offset = createRandom('faults', seed).int(0, genericFailures.length - 1)
  const index = operationTable.findIndex(row => row.operationId === id)
  return getGenericFailures(id)
    .slice((offset + index) % genericFailures.length)
    .slice(0, 1)
}
