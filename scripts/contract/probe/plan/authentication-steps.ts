import type { Contract } from '../../../lib/load-contract'
import type { Operation } from '../../../lib/operation'
import type { OperationWith } from '../contract-types'
import type { Step } from '../step'
import { safeRequest } from './safe-requests'

/** Operations with a bearer token; the compiler checks that each documents both errors. */
type BearerOperation = Exclude<
  OperationWith<401, 'No token provided'> & OperationWith<401, 'Invalid token'>,
  never
>

function stepsFor(operation: Operation): Step[] {
  const operationId = operation.operationId as BearerOperation
  const call = safeRequest(operation)
  if (!call) return []
  const makeStep = (
    name: string,
    token: string | undefined,
    detail: 'No token provided' | 'Invalid token',
    reason: string,
  ): Step => ({
    name: `${operationId}: ${name}`,
    operations: [operationId],
    run: async probe => {
      await probe.request({
        operationId,
        call,
        auth: token === undefined ? {} : { token },
        expected: [[401, detail]],
        reason,
      })
    },
  })
  return [
    makeStep('without a token', undefined, 'No token provided', 'no token was sent'),
    makeStep(
      'with an unknown token',
      'nobody-has-this-token',
      'Invalid token',
      'the access token is not good, which the client answers by a refresh',
    ),
  ]
}

/** Without a token and with an invalid one: the client's silent refresh depends on these responses. */
export function authenticationSteps(contract: Contract): Step[] {
  return contract.operations.filter(({ security }) => security === 'bearer').flatMap(stepsFor)
}
