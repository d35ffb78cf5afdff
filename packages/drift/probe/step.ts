import type { Contract } from '../../contract/read-contract'
import type { DriftId } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import type { Exchange } from '../../contract/validator/exchange'
import type { AnyCall, Call, ExpectedResponses, OperationId, Success } from './facts'
import type { ProbeContext, Reply } from './probe-context'
import type { Role } from './probe-options'
import { ACCOUNT_OPERATIONS, type Auth, comparable, type PlanRules, type ProbeRequest } from './probe-request'

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
  readonly run: (probe: ProbeContext) => Promise<unknown>
}

/**
 * What a run requests, and what it knows about the server. `plan/flagship-plan.ts` is the plan of the built-in contract;
 * `--plan FILE` loads another module with such a default export.
 */
export type Plan = PlanRules & {
  /** The steps in stages that end before the next one begins. */
  readonly stages: (contract: Contract, seed: number) => readonly (readonly Step[])[]
  /** Signs in all users; throws ProbeUnreachable or ProbeLoginFailed if the run cannot continue. */
  readonly signIn?: (probe: ProbeContext) => Promise<void>
  /** Puts accounts back: after each step that may have changed one, and at the end. */
  readonly restore?: (probe: ProbeContext) => Promise<void>
  readonly signOut?: (probe: ProbeContext) => Promise<void>
  /** Operations that must succeed before the responses of another one can be complete. */
  readonly prerequisites?: Readonly<Record<string, readonly string[]>>
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

/** So that they run side by side. */
export function inOwnLanes(steps: readonly Step[]): Step[] {
  return steps.map(one => ({ ...one, lane: one.name }))
}

type SendAs = <Id extends OperationId>(
  operationId: Id,
  call: AnyCall,
  expected: ExpectedResponses<Id>,
  details?: Pick<ProbeRequest<Id>, 'reason' | 'driftId' | 'headers'>,
) => Promise<Reply<Success<Id>>>

export type Actor = {
  readonly request: SendAs
  readonly readTwice: SendAs
  /** Whatever the response is; it is not validated. */
  readonly send: (operationId: OperationId, call: AnyCall) => Promise<Exchange>
}

/** Sends requests as a user, or with these credentials. Throws SkipStep if the role has not signed in. */
export function actAs(probe: ProbeContext, who: Role | Auth): Actor {
  const auth = typeof who === 'string' ? { user: probe.user(who) } : who
  return {
    request: (operationId, call, expected, details) =>
      probe.request({ operationId, call, auth, expected, ...details }),
    readTwice: (operationId, call, expected, details) =>
      readTwice(probe, { operationId, call, auth, expected, ...details }),
    send: (operationId, call) => probe.sender.send({ operationId, call, auth }),
  }
}

/** Nothing happens between the two requests, so that the answers must be equal. */
async function readTwice<Id extends OperationId>(
  probe: ProbeContext,
  request: ProbeRequest<Id>,
): Promise<Reply<Success<Id>>> {
  const first = await probe.request(request)
  if (probe.options.plan === 'smoke') return first
  const second = await probe.request(request)
  const what = 'The same request was sent twice in a row; the second answer differs from the first.'
  if (comparable(first.body) !== comparable(second.body))
    probe.findings.reportAssumed(
      driftIds.contradiction,
      request.operationId,
      'answer 200',
      what,
      second.exchange,
    )
  return first
}
