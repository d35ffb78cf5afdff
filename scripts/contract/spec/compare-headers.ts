import { matches } from '../../lib/matches'
import type { Operation, OperationResponse, ResponseHeader } from '../../lib/operation'
import type { DriftId } from '../../lib/validator/drift-classes'
import { alternativesOf } from './alternatives'
import type { BackendHeader, BackendResponse } from './backend-document'
import { scalarValues } from './boundary-values'
import type { ProvisionalViolation } from './compare-responses'
import type { Comparer } from './comparer'
import { makeViolation } from './make-violation'

const ids: Readonly<Record<string, DriftId>> = {
  'content-disposition': 'DR53',
  'set-cookie': 'DR55',
  'retry-after': 'DR61',
}

export function compareHeaders(
  comparer: Comparer,
  operation: Operation,
  response: OperationResponse,
  other: BackendResponse,
): ProvisionalViolation[] {
  return response.headers.flatMap(header => {
    const driftId = ids[header.name]
    if (!driftId) return []
    const found = other.headers.find(({ name }) => name === header.name)
    if (header.required) comparer.usage.count('header', found !== undefined)
    const problem = found
      ? problemOf(comparer, header, found)
      : { what: 'the document does not name this header' }
    if (!problem || (!found && !header.required)) return []
    const violation = makeViolation({
      driftId: problem.driftId ?? driftId,
      operation,
      place: `answer ${response.status} header ${header.name}`,
      status: response.status,
      what: problem.what,
      witness: problem.witness ?? 'absent',
      isAssumed: response.assumed === true,
    })
    return [{ violation, ...(!found && { unspecified: 'header' }) }]
  })
}

type Problem = { readonly what: string; readonly witness?: unknown; readonly driftId?: DriftId }

function problemOf(
  { contract, backend }: Comparer,
  header: ResponseHeader,
  other: BackendHeader,
): Problem | undefined {
  if (header.required && other.required === false)
    return { what: 'the document sends this header only sometimes' }
  const cookie = header.cookie
  if (cookie && other.cookie) {
    if (other.cookie.name !== cookie.name) {
      return {
        what: `the contract sets the cookie ${cookie.name}, the document ${String(other.cookie.name)}`,
      }
    }
    const weaker = (['httpOnly', 'secure', 'sameSite', 'path'] as const).filter(
      name => cookie[name] !== undefined && other.cookie?.[name] !== cookie[name],
    )
    if (weaker.length > 0) {
      return {
        driftId: 'DR56',
        what: `the document sets the cookie without its ${weaker.join(', ')}`,
        witness: other.cookie,
      }
    }
  }
  if (!header.schema) return undefined
  const speaking = alternativesOf(other.schema, backend.schemas).filter(
    ({ type, flat }) => type !== 'any' && (type !== 'string' || flat.patterns.length > 0 || flat.values),
  )
  const witness = speaking
    .flatMap(one => scalarValues(one))
    .find(value => !matches(header.schema ?? {}, value, contract.schemas))
  return witness === undefined
    ? undefined
    : { what: 'the document writes this header in another way', witness }
}
