import type { DriftId } from '../../lib/validator/drift-classes'
import type { AnyCall, Call, ExpectedResponses, OperationId, Success } from './facts'
import type { ProbeContext, Reply } from './probe-context'
import type { Role } from './probe-options'
import type { Auth } from './probe-request'
import { ACCOUNT_OPERATIONS } from './probe-request'

/** One request, or several that only make sense together. */
export type Step = {
  readonly name: string
  /** In read-only mode none of these may write. */
  readonly operations: readonly OperationId[]
  /** Only uses sessions that the probe started itself, so it runs in read-only mode too. */
  readonly isOwnSession?: boolean
  /** Part of the short plan. */
  readonly isSmoke?: boolean
  /** In a stage the lanes run side by side, each in its order; the steps without a lane follow, one by one. */
  readonly lane?: string
  readonly run: (probe: ProbeContext) => Promise<void>
}

type StepDefinition<Id extends OperationId> = {
  /** Without credentials by default. */
  readonly as?: Role
  readonly call: Call<Id> | ((probe: ProbeContext) => Call<Id>)
  readonly expected: ExpectedResponses<Id>
  readonly driftId?: DriftId
  readonly reason?: string
  readonly isOwnSession?: boolean
  readonly isSmoke?: boolean
  readonly lane?: string
  /** Collects data from an expected response, or reports contradictions. Errors end the step. */
  readonly onResponse?: (reply: Reply<Success<Id>>, probe: ProbeContext) => void
}

export function step<Id extends OperationId>(
  operationId: Id,
  name: string,
  definition: StepDefinition<Id>,
): Step {
  const { as, call, expected, driftId, reason, onResponse, isOwnSession, isSmoke } = definition
  // What is rejected changes nothing, so that it does not disturb other steps.
  const isRejected = expected.every(([status]) => status >= 400) && !ACCOUNT_OPERATIONS.includes(operationId)
  const lane = definition.lane ?? (isRejected && !isOwnSession ? operationId : undefined)
  return {
    name: `${operationId}: ${name}`,
    operations: [operationId],
    ...(isOwnSession && { isOwnSession }),
    ...(isSmoke && { isSmoke }),
    ...(lane !== undefined && { lane }),
    run: async probe => {
      const auth: Auth = as === undefined ? {} : { user: probe.user(as) }
      const resolvedCall: AnyCall = typeof call === 'function' ? call(probe) : call
      const reply = await probe.request({
        operationId,
        call: resolvedCall,
        auth,
        expected,
        ...(driftId && { driftId }),
        ...(reason !== undefined && { reason }),
      })
      onResponse?.(reply, probe)
    },
  }
}
