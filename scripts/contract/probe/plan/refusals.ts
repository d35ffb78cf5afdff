import type { Contract } from '../../../lib/load-contract'
import type { Operation } from '../../../lib/operation'
import type { OperationWith } from '../contract-types'
import type { Step } from '../step'
import { harmlessCall } from './harmless'

/** Every operation that needs a token; the compiler holds that each documents both refusals. */
type Guarded = Exclude<OperationWith<401, 'No token provided'> & OperationWith<401, 'Invalid token'>, never>

function refusals(operation: Operation): Step[] {
  const operationId = operation.operationId as Guarded
  const call = harmlessCall(operation)
  if (!call) return []
  const ask = (
    name: string,
    token: string | undefined,
    detail: 'No token provided' | 'Invalid token',
    because: string,
  ): Step => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    run: async scene => {
      await scene.ask({
        operationId,
        call,
        by: token === undefined ? {} : { token },
        answers: [[401, detail]],
        because,
      })
    },
  })
  return [
    ask('without a token', undefined, 'No token provided', 'no token was sent'),
    ask(
      'with a token of nobody',
      'nobody-has-this-token',
      'Invalid token',
      'the access token is not good, which the client answers by a refresh',
    ),
  ]
}

/** Without a token, and with one that is not good: the answer on which the client's silent refresh is built. */
export function refusalSteps(contract: Contract): Step[] {
  return contract.operations.filter(({ security }) => security === 'bearer').flatMap(refusals)
}
