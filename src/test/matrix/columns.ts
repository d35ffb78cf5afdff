import type { OperationId } from '../../../mocks/operations.gen'
import { operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { ApiError, toApiError } from '../../api/errors'

/** One way in which the answer of an operation goes wrong, and what the client makes of it. */
export interface Failure {
  /** `403 email not verified`, `network`, `malformed`. */
  name: string
  fault: Fault
  error: ApiError
}

/** Seconds that a 429 asks to wait for. */
export const pause = 20

const refusal = (status: number, detail: string | undefined): Failure => ({
  name: detail === undefined ? String(status) : `${status} ${detail}`,
  fault: {
    kind: 'status',
    status,
    ...(detail !== undefined && { detail }),
    ...(status === 429 && { headers: { 'Retry-After': String(pause) } }),
  },
  error: toApiError({ response: new Response(null, { status }), body: { detail } }, ''),
})

const silences: readonly Failure[] = [
  { name: 'network', fault: { kind: 'abort' }, error: new ApiError({ kind: 'network', operation: '' }) },
  {
    name: 'malformed',
    fault: { kind: 'malformed', status: 200 },
    error: new ApiError({ kind: 'badResponse', operation: '' }),
  },
]

/** Every failure of an operation: each status and detail that the contract documents, no answer, and one that nobody can read. */
export const failuresOf = (id: OperationId): Failure[] => {
  const responses = operationTable.find(row => row.operationId === id)?.responses ?? []
  const refusals = responses
    .filter(({ status }) => status >= 400)
    .flatMap(({ status, details }) => (details ?? [undefined]).map(detail => refusal(status, detail)))
  return [...refusals, ...silences]
}
