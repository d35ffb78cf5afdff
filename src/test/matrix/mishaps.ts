import type { OperationId } from '../../../mocks/operations.gen'
import { operationTable } from '../../../mocks/operations.gen'
import type { Fault } from '../../../mocks/platform/faults'
import { createRandom } from '../../../scripts/lib/seeded-random'
import { ApiError } from '../../api/errors'
import { type Failure, pause } from './columns'

/** A fault that any operation may meet, documented or not, and how it may end. */
export interface Mishap extends Failure {
  /** `late`: the right answer, later; `silent`: none ever; `lost`: it was done, and the answer is lost or means nothing. */
  end: 'words' | 'late' | 'silent' | 'lost'
}

const bad = new ApiError({ kind: 'badResponse', operation: '' })
const away = new ApiError({ kind: 'network', operation: '' })
const http = (status: number) => new ApiError({ kind: 'http', operation: '', status, detail: undefined })

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504]

const refusal = (status: number): Mishap => ({
  name: String(status),
  fault: {
    kind: 'status',
    status,
    ...(status === 429 && { headers: { 'Retry-After': String(pause) } }),
  },
  error: http(status),
  end: 'words',
})

const mishap = (name: string, fault: Fault, error: ApiError, end: Mishap['end'] = 'words'): Mishap => ({
  name,
  fault,
  error,
  end,
})

/** The kinds of reliability's N01, and the answers that are none. */
const kinds: readonly Mishap[] = [
  ...statuses.map(refusal),
  mishap('delay', { kind: 'delay', milliseconds: 300 }, away, 'late'),
  mishap('abort', { kind: 'abort' }, away),
  mishap('reset mid-body', { kind: 'reset' }, away, 'lost'),
  mishap('never', { kind: 'never' }, away, 'silent'),
  mishap('HTML with 200', { kind: 'html', status: 200 }, bad),
  mishap('HTML with 502', { kind: 'html', status: 502 }, http(502)),
  mishap('half a JSON', { kind: 'malformed', status: 200 }, bad),
  mishap('empty', { kind: 'empty', status: 200 }, bad),
]

/** Whether an answer that cannot be read is a failure: where no JSON is due any success is one, and to a write an empty one is too. */
const isBad = ({ name }: Mishap, id: OperationId): boolean => {
  const operation = operationTable.find(row => row.operationId === id)
  const readsJson = operation?.responses.some(({ status, kind }) => status < 300 && kind === 'json') ?? false
  return readsJson && !(name === 'empty' && operation?.effect === 'write')
}

/** Every fault for an operation. */
export const mishapsOf = (id: OperationId): Mishap[] =>
  kinds.map(one => (one.error === bad && !isBad(one, id) ? { ...one, end: 'lost' } : one))

/** One fault for each operation, so that every kind has its turn: another seed gives each operation another. */
export const shareOf = (id: OperationId, seed: string): Mishap[] => {
  const first = createRandom('faults', seed).int(0, kinds.length - 1)
  const at = operationTable.findIndex(row => row.operationId === id)
  const one = mishapsOf(id)[(first + at) % kinds.length]
  return one ? [one] : []
}
