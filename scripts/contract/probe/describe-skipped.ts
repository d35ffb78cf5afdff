import { objectAt } from '../../lib/json'
import { maskByShape, maskText } from '../../lib/masking/mask-value'
import type { Operation } from '../../lib/operation'
import { findOperation } from '../../lib/validator/find-operation'
import type { ProbeContext } from './probe-context'
import { parseJson } from './probe-user'
import type { Step } from './step'

type Skipped = { readonly step: string; readonly why: string }

export function describeSkipped({ skipped, users, options }: ProbeContext): Skipped[] {
  const isSignedIn = (role: string) => [...users.keys()].some(known => known === role)
  return skipped.map(({ step, why }) => {
    const [, role] = /^there is no list of the groups of (\w+)$/.exec(why) ?? []
    return {
      step: withCallName(step, options.contract.operations),
      why: role === undefined || isSignedIn(role) ? why : `no account was given for the role ${role}`,
    }
  })
}

/** `startLab: of a disabled task` → `POST /deploy: of a disabled task`. */
function withCallName(step: string, operations: readonly Operation[]): string {
  const [id = '', ...rest] = step.split(': ')
  if (id === 'preflight') return ["OPTIONS (the browser's preflight)", ...rest].join(': ')
  const operation = operations.find(({ operationId }) => operationId === id)
  return operation ? [callOf(operation), ...rest].join(': ') : step
}

function callOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`
}

export function readonlyReason(probe: ProbeContext, left: readonly Step[]): string {
  const { operations } = probe.options.contract
  // Every mode signs in.
  const ids = new Set<string>(left.flatMap(step => step.operations).filter(id => id !== 'login'))
  const writes = operations.filter(({ operationId, effect }) => effect === 'write' && ids.has(operationId))
  return `they would write, and the mode is readonly: ${writes.length} of ${operations.length} operations are requested only with --live full (${writes.map(callOf).join(', ')})`
}

/**
 * Notes operations of a full run without a successful response: an earlier run may have used up what they
 * need.
 */
export function noteNeverSucceeded(probe: ProbeContext): void {
  const { contract } = probe.options
  const last = new Map<Operation, ProbeContext['exchanges'][number]>()
  const succeeded = new Set<Operation>()
  for (const exchange of probe.exchanges) {
    const found = findOperation(contract, exchange.request.method, exchange.request.url)
    const status = exchange.response?.status ?? 0
    if (found.kind !== 'found') continue
    if (status >= 200 && status < 300) succeeded.add(found.operation)
    // A rejected malformed request does not show that something is used up.
    else if (status !== 422 && status !== 401) last.set(found.operation, exchange)
  }
  for (const [operation, exchange] of last) {
    if (succeeded.has(operation) || !probe.hasOnlySucceeded(operation.operationId)) continue
    const { detail } = objectAt(parseJson(exchange))
    const words = typeof detail === 'string' ? ` "${maskText(detail, probe.secrets(), maskByShape)}"` : ''
    const why = `every valid request was rejected (last ${exchange.response?.status}${words}): an earlier run may have used up what it needs, or the fixtures have no value for it`
    probe.skipped.push({ step: `${operation.operationId}: its success`, why })
  }
}
