import type { Contract } from '../../../lib/load-contract'
import type { Operation } from '../../../lib/operation'
import { resolveSchema } from '../../../lib/schema-node'
import type { AnyCall, ExpectedResponses, OperationWith } from '../contract-types'
import type { Step } from '../step'
import { requestFields } from './boundary-steps'
import { invalidValues } from './boundary-values'
import { safeRequest } from './safe-requests'

type InvalidRequest = { readonly name: string; readonly place: string; readonly call: AnyCall }

/** The compiler checks that these document a rejection. */
const rejected: ExpectedResponses<OperationWith<422, 'common'>> = [[422]]

/** Requests with one invalid part: a field missing, of another type, too long, against its pattern. */
export function invalidSteps(contract: Contract): Step[] {
  return contract.operations
    .filter(({ responses }) => responses.some(({ status }) => status === 422))
    .flatMap(operation => [
      ...missing(operation, contract).map(wrong => stepOf(operation, wrong, true)),
      ...invalidFields(operation, contract).map(wrong => stepOf(operation, wrong, false)),
    ])
}

function stepOf(
  { operationId: id, security }: Operation,
  { name, place, call }: InvalidRequest,
  isInReadonlyPlan: boolean,
): Step {
  const operationId = id as OperationWith<422, 'common'>
  return {
    name: `${operationId}: ${name}`,
    operations: [operationId],
    // Login protection counts failed attempts, so a read-only run sends few.
    ...(id === 'login' && isInReadonlyPlan && { isOwnSession: true }),
    run: async probe => {
      const auth = security === 'bearer' ? { user: probe.user('student') } : {}
      await probe.request({ operationId, call, auth, expected: rejected, reason: `${name} was sent`, place })
    },
  }
}

function missing(operation: Operation, contract: Contract): InvalidRequest[] {
  const call = safeRequest(operation)
  if (!call) return []
  const inQuery = operation.parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => ({
      name: `no query ${name}`,
      place: `query ${name}`,
      call: { ...call, query: { ...call.query, [name]: undefined } },
    }))
  const { required = [] } = operation.body ? resolveSchema(operation.body.schema, contract.schemas) : {}
  const isForm = operation.body?.contentType === 'multipart/form-data'
  const inBody = required.map(name => ({
    name: `no body /${name}`,
    place: `body /${name}`,
    // A form needs at least one part.
    call: isForm
      ? { form: { other: 'x' } }
      : { ...call, json: { ...(call.json as object), [name]: undefined } },
  }))
  return [...inQuery, ...inBody]
}

function invalidFields(operation: Operation, contract: Contract): InvalidRequest[] {
  return requestFields(operation, contract).flatMap(({ name: place, schema, put }) =>
    invalidValues(schema, contract.schemas)
      .filter(({ value }) => isSendable(place, value))
      .map(({ name, value }) => ({ name: `${name} at ${place}`, place, call: put(value) })),
  )
}

/** A URL has only texts, and an empty segment is another path. */
function isSendable(place: string, value: unknown): boolean {
  return place.startsWith('body') || (typeof value !== 'object' && value !== '')
}
