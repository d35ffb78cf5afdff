import type { Contract } from '../../../lib/load-contract'
import type { Operation } from '../../../lib/operation'
import { resolveSchema, type SchemaNode } from '../../../lib/schema-node'
import type { Answers, LooseCall, OperationId } from '../contract-types'
import type { Step } from '../step'
import { fittingEdges } from './edge-values'
import { harmlessCall } from './harmless'

/** The answers to a harmless question with any right value in it: what it is about does not exist. */
const dueAnswers: { readonly [Id in OperationId]?: Answers<Id> } = {
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

type Place = {
  readonly name: string
  readonly schema: SchemaNode
  readonly put: (value: unknown) => LooseCall
}

/** Every place of an operation's request that holds one value, and the harmless call with another value there. */
export function placesOf(operation: Operation, contract: Contract): Place[] {
  const { parameters, body } = operation
  const call = harmlessCall(operation)
  if (!call) return []
  const inAddress = parameters.flatMap(({ in: place, name, schema }): Place[] =>
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
    ([name, schema]): Place => ({
      name: `body /${name}`,
      schema,
      put: value => ({ ...call, json: { ...json, [name]: value } }),
    }),
  )
  return [...inAddress, ...inBody]
}

/** The shortest, the longest and the oddest that the contract lets through: a server that refuses them is too strict. */
export function edgeSteps(contract: Contract, seed: number): Step[] {
  return contract.operations.flatMap(operation => {
    const operationId = operation.operationId as OperationId
    const answers = dueAnswers[operationId] as Answers<OperationId> | undefined
    if (!answers) return []
    return placesOf(operation, contract).flatMap(({ name, schema, put }) =>
      fittingEdges(schema, contract.schemas, seed).map(
        (edge): Step => ({
          name: `${operationId}: ${edge.name} at ${name}`,
          operations: [operationId],
          run: async scene => {
            await scene.ask({
              operationId,
              call: put(edge.value),
              by: operation.security === 'bearer' ? { person: scene.person('student') } : {},
              answers,
              driftId: edge.driftId,
              because: `${edge.name} that the contract allows at ${name} was sent`,
              place: name,
            })
          },
        }),
      ),
    )
  })
}
