import type { Contract } from '../../../lib/load-contract'
import type { Operation } from '../../../lib/operation'
import { resolveSchema, type SchemaNode } from '../../../lib/schema-node'
import type { AnyCall, ExpectedResponses, OperationId } from '../contract-types'
import type { Step } from '../step'
import { validBoundaries } from './boundary-values'
import { safeRequest } from './safe-requests'

/** Responses to a safe request with any valid value: what it is about does not exist. */
const EXPECTED_RESPONSES: { readonly [Id in OperationId]?: ExpectedResponses<Id> } = {
  login: [[401, 'Incorrect username or password']],
  checkInvite: [[404, 'Group with this invite code not found']],
  register: [
    [404, 'Group with this invite code not found'],
    [409, 'Username already registered'],
  ],
  completeLmsLogin: [[401, 'Invalid token']],
  setNewPassword: [[400, 'Invalid token']],
  requestPasswordReset: [[404, 'user not exists']],
  findLmsTask: [[404, 'Task not found']],
  getSharedProfile: [[404, 'user not exists']],
}

type RequestField = {
  readonly name: string
  readonly schema: SchemaNode
  readonly put: (value: unknown) => AnyCall
}

/** Every single-value field of a request, and the safe request with another value for it. */
export function requestFields(operation: Operation, contract: Contract): RequestField[] {
  const { parameters, body } = operation
  const call = safeRequest(operation)
  if (!call) return []
  const inAddress = parameters.flatMap(({ in: place, name, schema }): RequestField[] =>
    place === 'path' || place === 'query'
      ? [
          {
            name: `${place} ${name}`,
            schema,
            put: value => ({ ...call, [place]: { ...call[place], [name]: value } }),
          },
        ]
      : [],
  )
  if (body?.contentType !== 'application/json') return inAddress
  const { properties = {} } = resolveSchema(body.schema, contract.schemas)
  const json = call.json as Readonly<Record<string, unknown>>
  const inBody = Object.entries(properties).map(
    ([name, schema]): RequestField => ({
      name: `body /${name}`,
      schema,
      put: value => ({ ...call, json: { ...json, [name]: value } }),
    }),
  )
  return [...inAddress, ...inBody]
}

/**
 * The shortest, longest and most unusual values that the contract allows: a server that rejects them is too
 * strict.
 */
export function boundarySteps(contract: Contract, seed: number): Step[] {
  return contract.operations.flatMap(operation => {
    const operationId = operation.operationId as OperationId
    const expected = EXPECTED_RESPONSES[operationId] as ExpectedResponses<OperationId> | undefined
    if (!expected) return []
    return requestFields(operation, contract).flatMap(({ name, schema, put }) =>
      validBoundaries(schema, contract.schemas, seed).map(
        (boundary): Step => ({
          name: `${operationId}: ${boundary.name} at ${name}`,
          operations: [operationId],
          run: async probe => {
            await probe.request({
              operationId,
              call: put(boundary.value),
              auth: operation.security === 'bearer' ? { user: probe.user('student') } : {},
              expected,
              driftId: boundary.driftId,
              reason: `${boundary.name} that the contract allows at ${name} was sent`,
              place: name,
            })
          },
        }),
      ),
    )
  })
}
