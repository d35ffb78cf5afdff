import type { Contract } from '../../../lib/load-contract'
import type { Operation } from '../../../lib/operation'
import { resolveSchema } from '../../../lib/schema-node'
import type { Answers, LooseCall, OperationWith } from '../contract-types'
import type { Step } from '../step'
import { unfitting } from './edge-values'
import { placesOf } from './edges'
import { harmlessCall } from './harmless'

type Wrong = { readonly name: string; readonly place: string; readonly call: LooseCall }

/** The compiler holds that these document a refusal. */
const refused: Answers<OperationWith<422, 'common'>> = [[422]]

/** Every question with one thing wrong: a field left out, of another type, too long, against its pattern. */
export function invalidSteps(contract: Contract): Step[] {
  return contract.operations
    .filter(({ responses }) => responses.some(({ status }) => status === 422))
    .flatMap(operation => [
      ...missing(operation, contract).map(wrong => stepOf(operation, wrong, true)),
      ...misfitting(operation, contract).map(wrong => stepOf(operation, wrong, false)),
    ])
}

function stepOf(
  { operationId: id, security }: Operation,
  { name, place, call }: Wrong,
  isAskedReadOnly: boolean,
): Step {
  const operationId = id as OperationWith<422, 'common'>
  return {
    name: `${operationId}: ${name}`,
    operations: [operationId],
    // A guard against guessed passwords counts each of them, so a read-only run sends few.
    ...(id === 'login' && isAskedReadOnly && { isOwnSession: true }),
    run: async scene => {
      const by = security === 'bearer' ? { person: scene.person('student') } : {}
      await scene.ask({ operationId, call, by, answers: refused, because: `${name} was sent`, place })
    },
  }
}

function missing(operation: Operation, contract: Contract): Wrong[] {
  const call = harmlessCall(operation)
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
    // A form without any part is no form.
    call: isForm
      ? { form: { other: 'x' } }
      : { ...call, json: { ...(call.json as object), [name]: undefined } },
  }))
  return [...inQuery, ...inBody]
}

function misfitting(operation: Operation, contract: Contract): Wrong[] {
  return placesOf(operation, contract).flatMap(({ name: place, schema, put }) =>
    unfitting(schema, contract.schemas)
      .filter(({ value }) => isSendable(place, value))
      .map(({ name, value }) => ({ name: `${name} at ${place}`, place, call: put(value) })),
  )
}

/** An address holds texts only, and an empty one is another address. */
function isSendable(place: string, value: unknown): boolean {
  return place.startsWith('body') || (typeof value !== 'object' && value !== '')
}
