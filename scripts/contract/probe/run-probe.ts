import { mergeRelated } from '../merge-related'
import { describeSkipped, noteNeverSucceeded, readonlyReason } from './describe-skipped'
import { reportMissingProperties } from './missing-properties'
import { allSteps } from './plan/all-steps'
import { signOut } from './plan/session-steps'
import { signIn } from './plan/sign-in'
import { ProbeContext } from './probe-context'
import { ProbeUnreachable, SkipStep, UnexpectedResponse } from './probe-errors'
import type { ProbeOptions, ProbeResult } from './probe-options'
import { createRateLimiter, isLoopback, LimitReached } from './rate-limiter'
import { restoreAccount } from './restore-account'
import type { Step } from './step'

/**
 * Runs all steps that the plan and the mode allow and validates every response. Drift never ends the run: a
 * step that cannot continue is skipped with a reason. Throws ProbeUnreachable, ProbeLoginFailed, or the abort
 * reason.
 */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const limiter = createRateLimiter({ ...options, isLoopback: isLoopback(options.baseUrl) })
  const fetch = options.fetch ?? (request => globalThis.fetch(request))
  const probe = new ProbeContext({ options, limiter, fetch })
  try {
    const endedBy = await run(probe)
    await cleanUp(probe)
    const { exchanges, notes, lost } = probe
    const observations = mergeRelated(probe.observations, options.contract)
    const skipped = describeSkipped(probe)
    return {
      observations,
      exchanges,
      skipped,
      notes: [...notes, ...lost],
      ...(endedBy !== undefined && { endedBy }),
    }
  } catch (error) {
    await cleanUp(probe)
    if (probe.lost.size === 0) throw error
    // A lost account must be reported however the run ended.
    throw new ProbeUnreachable(`The run was broken off. ${[...probe.lost].join(' ')}`)
  }
}

async function run(probe: ProbeContext): Promise<string | undefined> {
  const { contract, plan, seed, mode } = probe.options
  await signInFirst(probe)
  const isWanted = (step: Step) => plan === 'full' || step.isSmoke === true
  const selected = allSteps(contract, seed).filter(isWanted)
  const allowed = selected.filter(step => mode === 'full' || !doesWrite(probe, step))
  if (allowed.length < selected.length) {
    const left = selected.filter(step => !allowed.includes(step))
    probe.skipped.push({ step: `${left.length} requests`, why: readonlyReason(probe, left) })
  }
  const endedBy = await runSteps(probe, allowed)
  if (endedBy === undefined && mode === 'full' && plan === 'full') {
    reportMissingProperties(probe)
    noteNeverSucceeded(probe)
  }
  return endedBy
}

function doesWrite(probe: ProbeContext, { operations, isOwnSession }: Step): boolean {
  return !isOwnSession && operations.some(id => probe.operation(id).effect === 'write')
}

/** Returns the limit that ended the run early. */
async function runSteps(probe: ProbeContext, steps: readonly Step[]): Promise<string | undefined> {
  for (const [done, step] of steps.entries()) {
    probe.options.onProgress?.({ step: step.name, done, all: steps.length })
    try {
      await runStep(probe, step)
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error
      const left = steps.length - done
      probe.skipped.push({
        step: `${step.name}${left > 1 ? ` and ${left - 1} more` : ''}`,
        why: error.message,
      })
      return error.message
    }
  }
  return undefined
}

async function runStep(probe: ProbeContext, step: Step): Promise<void> {
  probe.step = step.name
  try {
    await step.run(probe)
  } catch (error) {
    probe.options.signal?.throwIfAborted()
    if (error instanceof LimitReached) throw error
    if (error instanceof UnexpectedResponse) return
    // Reading a drifted response may throw; the violation is recorded already.
    const isExpected = error instanceof SkipStep || error instanceof TypeError
    if (!isExpected) throw error
    const why = error instanceof SkipStep ? error.message : 'an answer before it could not be read'
    probe.skipped.push({ step: step.name, why })
  } finally {
    if (probe.isAccountDirty) await restoreAccount(probe)
  }
}

async function signInFirst(probe: ProbeContext): Promise<void> {
  try {
    await signIn(probe)
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    throw new ProbeUnreachable(
      `Sign-in at ${probe.options.baseUrl} did not finish in time: ${error.message}.`,
    )
  }
}

async function cleanUp(probe: ProbeContext): Promise<void> {
  try {
    await restoreAccount(probe)
    await probe.restore(() => signOut(probe))
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    probe.lost.add(`Not everything could be put back: ${error.message}.`)
  }
}
