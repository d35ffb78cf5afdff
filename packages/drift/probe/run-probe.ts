import { objectAt } from '../../contract/json'
import { getCall, type Operation } from '../../contract/operation'
import { driftIds } from '../../contract/validator/drift-ids'
import type { Exchange } from '../../contract/validator/exchange'
import { findOperation } from '../../contract/validator/find-operation'
import { findProperties } from '../check-context'
import { getCoverage } from '../coverage'
import type { OperationId } from './facts'
import { flagshipPlan } from './plan/flagship-plan'
import { ProbeContext } from './probe-context'
import {
  type ProbeOptions,
  type ProbeResult,
  ProbeUnreachable,
  SkipStep,
  UnexpectedResponse,
} from './probe-options'
import { describeLeftBehind } from './probe-request'
import { parseJson } from './probe-user'
import { createRateLimiter, isLoopback, LimitReached } from './send-request'
import type { Plan, Step } from './step'

/**
 * Runs all steps that the plan and the mode allow and validates every response. Drift never ends the run: a
 * step that cannot continue is skipped with a reason. Throws ProbeUnreachable, ProbeLoginFailed, or the abort
 * reason.
 */
export async function runProbe(options: ProbeOptions, plan: Plan = flagshipPlan): Promise<ProbeResult> {
  const limiter = createRateLimiter({ ...options, isLoopback: isLoopback(options.baseUrl) })
  const fetch = options.fetch ?? (request => globalThis.fetch(request))
  const probe = new ProbeContext({ options, limiter, fetch, rules: plan })
  try {
    const endedBy = await run(probe, plan)
    await cleanUp(probe, plan)
    reportThrottling(probe)
    const { exchanges } = probe.sender
    const { observations, restoreFailures } = probe.findings
    const left = describeLeftBehind(probe.sender.leftBehind, plan.leftBehind ?? {})
    const notes = left === undefined ? probe.findings.notes : [...probe.findings.notes, left]
    const skipped = describeSkipped(probe)
    return {
      observations,
      exchanges,
      skipped,
      notes: [...notes, ...restoreFailures],
      ...(endedBy !== undefined && { endedBy }),
    }
  } catch (error) {
    await cleanUp(probe, plan)
    if (probe.findings.restoreFailures.size === 0) throw error
    // A lost account must be reported however the run ended.
    throw new ProbeUnreachable(`The run was aborted. ${[...probe.findings.restoreFailures].join(' ')}`)
  }
}

async function run(probe: ProbeContext, steps: Plan): Promise<string | undefined> {
  const { contract, plan, seed, mode } = probe.options
  await signInFirst(probe, steps)
  const isWanted = (step: Step) => plan === 'full' || step.isSmoke === true
  const isAllowed = (step: Step) => mode === 'full' || !doesWrite(probe, step)
  // Reads are sent all the same: other requests need what they answer.
  const isSelected = (step: Step) =>
    !doesWrite(probe, step) || probe.options.mayWrite?.(getWrites(probe, step)) !== false
  const selected = steps
    .stages(contract, seed)
    .map(stage => stage.filter(step => isWanted(step) && isSelected(step)))
  const left = selected.flat().filter(step => !isAllowed(step))
  if (left.length > 0) {
    probe.findings.skipped.push({ step: `${left.length} requests`, why: readonlyReason(probe, left) })
  }
  const endedBy = await runStages(
    probe,
    steps,
    selected.map(stage => stage.filter(isAllowed)),
  )
  if (endedBy === undefined && mode === 'full' && plan === 'full') {
    reportMissingProperties(probe, steps)
    noteNeverSucceeded(probe)
  }
  return endedBy
}

/**
 * A gateway limits requests whatever they ask for; a limit of one operation is the server's own if it is reached again
 * once requests are sent slowly.
 */
function reportThrottling({ findings, sender }: ProbeContext): void {
  const [first, ...others] = sender.throttled
  if (!first) return
  const [operationId, [seen, again]] = first
  if (others.length > 0 || !again) {
    findings.notes.push(
      `The server or a gateway in front of it refused requests as too many (429), so the run went on slowly; --rate sends fewer from the start.`,
    )
    return
  }
  const what =
    'It refused a request as one of too many (429), which the contract does not know; it took it after a pause.'
  findings.report(driftIds.rateLimit, { operationId, place: 'answer 429', what }, seen)
}

function doesWrite(probe: ProbeContext, { operations, isOwnSession }: Step): boolean {
  return !isOwnSession && operations.some(id => probe.operation(id).effect === 'write')
}

/** The operations that a step writes with; signing in belongs to every step. */
function getWrites(probe: ProbeContext, { operations }: Step): readonly OperationId[] {
  const writes = operations.filter(id => probe.operation(id).effect === 'write')
  return writes.length > 1 ? writes.filter(id => id !== 'login') : writes
}

/** Returns the limit that ended the run early. */
async function runStages(
  probe: ProbeContext,
  plan: Plan,
  stages: readonly (readonly Step[])[],
): Promise<string | undefined> {
  const left = new Set(stages.flat())
  const all = left.size
  const run = async (step: Step) => {
    probe.options.onProgress?.({ step: step.name, done: all - left.size, all })
    await runStep(probe, step, plan)
    left.delete(step)
  }
  try {
    for (const stage of stages) {
      await runSideBySide(stage, run)
      for (const step of stage) if (step.lane === undefined) await run(step)
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const [first, ...others] = left
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    probe.findings.skipped.push({ step: `${first?.name}${more}`, why: error.message })
    return error.message
  }
  return undefined
}

/** Runs the steps that have a lane. Waits for all lanes, then throws the first error. */
async function runSideBySide(steps: readonly Step[], run: (step: Step) => Promise<void>): Promise<void> {
  const lanes = new Map<string, Step[]>()
  for (const step of steps)
    if (step.lane !== undefined) lanes.set(step.lane, [...(lanes.get(step.lane) ?? []), step])
  const results = await Promise.allSettled(
    [...lanes.values()].map(async lane => {
      for (const step of lane) await run(step)
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

async function runStep(probe: ProbeContext, step: Step, plan: Plan): Promise<void> {
  try {
    await probe.findings.runAs(step.name, () => step.run(probe))
  } catch (error) {
    probe.options.signal?.throwIfAborted()
    if (error instanceof LimitReached) throw error
    if (error instanceof UnexpectedResponse) return
    // Reading a drifted response may throw; the violation is recorded already.
    const isExpected = error instanceof SkipStep || error instanceof TypeError
    if (!isExpected) throw error
    const why = error instanceof SkipStep ? error.message : 'an answer before it could not be read'
    probe.findings.skipped.push({ step: step.name, why })
  } finally {
    if (probe.sender.isAccountDirty) await plan.restore?.(probe)
  }
}

async function signInFirst(probe: ProbeContext, plan: Plan): Promise<void> {
  try {
    await plan.signIn?.(probe)
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    throw new ProbeUnreachable(
      `Sign-in at ${probe.options.baseUrl} did not finish in time: ${error.message}.`,
    )
  }
}

async function cleanUp(probe: ProbeContext, plan: Plan): Promise<void> {
  try {
    await plan.restore?.(probe)
    await probe.sender.restore(async () => plan.signOut?.(probe))
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    probe.findings.restoreFailures.add(`Not everything could be restored: ${error.message}.`)
  }
}

type Skipped = { readonly step: string; readonly why: string }

function describeSkipped({ findings, users, options }: ProbeContext): Skipped[] {
  const isSignedIn = (role: string) => [...users.keys()].some(known => known === role)
  return findings.skipped.map(({ step, why }) => {
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
  return operation ? [getCall(operation), ...rest].join(': ') : step
}

function readonlyReason(probe: ProbeContext, left: readonly Step[]): string {
  const { operations } = probe.options.contract
  // Every mode signs in.
  const ids = new Set<string>(left.flatMap(step => step.operations).filter(id => id !== 'login'))
  const writes = operations.filter(({ operationId, effect }) => effect === 'write' && ids.has(operationId))
  return `they would write, and the mode is readonly: ${writes.length} of ${operations.length} operations are requested only with --live full (${writes.map(getCall).join(', ')})`
}

/**
 * Notes operations of a full run without a successful response: an earlier run may have used up what they
 * need.
 */
function noteNeverSucceeded(probe: ProbeContext): void {
  const { contract } = probe.options
  const last = new Map<Operation, Exchange>()
  const succeeded = new Set<Operation>()
  for (const exchange of probe.sender.exchanges) {
    const found = findOperation(contract, exchange.request.method, exchange.request.url)
    const status = exchange.response?.status ?? 0
    if (found.kind !== 'found') continue
    if (status >= 200 && status < 300) succeeded.add(found.operation)
    // A rejected malformed request does not show that something is used up.
    else if (status !== 422 && status !== 401) last.set(found.operation, exchange)
  }
  for (const [operation, exchange] of last) {
    if (succeeded.has(operation) || !probe.hasNotFailed(operation.operationId)) continue
    const { detail } = objectAt(parseJson(exchange))
    const shownDetail = typeof detail === 'string' ? ` "${probe.findings.mask(detail)}"` : ''
    const why = `every valid request was rejected (last ${exchange.response?.status}${shownDetail}): an earlier run may have used up what it needs, or the fixtures have no value for it`
    probe.findings.skipped.push({ step: `${operation.operationId}: its success`, why })
  }
}

/**
 * Reports optional properties that the fixtures list under `sends` and that no response had, unless another
 * violation explains it.
 */
function reportMissingProperties(probe: ProbeContext, plan: Plan): void {
  const { contract, values } = probe.options
  if (!values.sends) return
  const unseen = new Set(getCoverage(contract, probe.sender.exchanges).properties.missed)
  for (const entry of values.sends) {
    const [id = '', text = '', pointer = ''] = entry.split(' ')
    const status = Number(text)
    if (findProperties(contract, id, status, pointer).length === 0) {
      probe.findings.notes.push(`The fixtures name "${entry}", which the contract does not have.`)
      continue
    }
    const operationId = id as OperationId
    if (!unseen.has(entry) || !isComparable(probe, plan, operationId, status)) continue
    if (isExplained(probe, operationId, status, pointer)) continue
    const what = `This server is known to send ${pointer}; none of the answers had it.`
    const at = { operationId, place: `answer ${status} ${pointer}`, status, pointer }
    probe.findings.report(driftIds.optionalFieldMissing, { ...at, what, severity: 'degraded' })
  }
}

function isComparable(probe: ProbeContext, plan: Plan, id: OperationId, status: number): boolean {
  return (
    probe.sender.hasSeen(id, status) &&
    [id, ...(plan.prerequisites?.[id] ?? [])].every(one => probe.hasNotFailed(one))
  )
}

function isExplained({ findings }: ProbeContext, id: OperationId, status: number, pointer: string): boolean {
  return findings.observations.some(({ violation }) => {
    if (violation.operationId !== id || (violation.status ?? status) !== status) return false
    const { pointer: known = '' } = violation
    return pointer === known || pointer.startsWith(`${known}/`)
  })
}
