import { foldFindings } from '../fold-findings'
import { putAccountBack } from './account'
import { createPace, isLoopback, OutOfBounds } from './pace'
import { signOut } from './plan/session-steps'
import { signIn } from './plan/sign-in'
import { wholePlan } from './plan/whole-plan'
import { Absent, ProbeUnreachable, Unexpected } from './probe-errors'
import type { ProbeOptions, ProbeResult } from './probe-options'
import { sayUnasked, sayUsedUp, whyReadOnly } from './say-unasked'
import { sayUnsent } from './say-unsent'
import { Scene } from './scene'
import type { Step } from './step'

/**
 * Asks a server everything that the plan and the mode allow, and judges every answer. Drift never ends the run: a step
 * that cannot go on is skipped with a why. Throws ProbeUnreachable and ProbeLoginFailed where nothing can be learnt,
 * and what the signal says when it is aborted.
 */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const pace = createPace({ ...options, isLoopback: isLoopback(options.baseUrl) })
  const fetch = options.fetch ?? (request => globalThis.fetch(request))
  const scene = new Scene({ options, pace, fetch })
  try {
    const endedBy = await run(scene)
    await leave(scene)
    const { exchanges, notes, lost } = scene
    const observations = foldFindings(scene.observations, options.contract)
    const skipped = sayUnasked(scene)
    return {
      observations,
      exchanges,
      skipped,
      notes: [...notes, ...lost],
      ...(endedBy !== undefined && { endedBy }),
    }
  } catch (error) {
    await leave(scene)
    if (scene.lost.size === 0) throw error
    // Whoever has lost an account must hear of it, however the run ended.
    throw new ProbeUnreachable(`The run was broken off. ${[...scene.lost].join(' ')}`)
  }
}

/** Gives the bound of the run that ended it before its plan did. */
async function run(scene: Scene): Promise<string | undefined> {
  const { contract, plan, seed, mode } = scene.options
  await begin(scene)
  const isWanted = (step: Step) => plan === 'full' || step.isSmoke === true
  const wanted = wholePlan(contract, seed).filter(isWanted)
  const allowed = wanted.filter(step => mode === 'full' || !doesWrite(scene, step))
  if (allowed.length < wanted.length) {
    const left = wanted.filter(step => !allowed.includes(step))
    scene.skipped.push({ step: `${left.length} questions`, why: whyReadOnly(scene, left) })
  }
  const endedBy = await takeAll(scene, allowed)
  if (endedBy === undefined && mode === 'full' && plan === 'full') {
    sayUnsent(scene)
    sayUsedUp(scene)
  }
  return endedBy
}

function doesWrite(scene: Scene, { operations, isOwnSession }: Step): boolean {
  return !isOwnSession && operations.some(id => scene.operation(id).effect === 'write')
}

/** Takes the steps in their order; gives the bound of the run that ended it before. */
async function takeAll(scene: Scene, steps: readonly Step[]): Promise<string | undefined> {
  for (const [done, step] of steps.entries()) {
    scene.options.onProgress?.({ step: step.name, done, all: steps.length })
    try {
      await take(scene, step)
    } catch (error) {
      if (!(error instanceof OutOfBounds)) throw error
      const left = steps.length - done
      scene.skipped.push({
        step: `${step.name}${left > 1 ? ` and ${left - 1} more` : ''}`,
        why: error.message,
      })
      return error.message
    }
  }
  return undefined
}

async function take(scene: Scene, step: Step): Promise<void> {
  scene.step = step.name
  try {
    await step.run(scene)
  } catch (error) {
    scene.options.signal?.throwIfAborted()
    if (error instanceof OutOfBounds) throw error
    if (error instanceof Unexpected) return
    // A drifted answer may hold anything: what cannot be read from it ends the step, and the judge has said why.
    const isExpected = error instanceof Absent || error instanceof TypeError
    if (!isExpected) throw error
    const why = error instanceof Absent ? error.message : 'an answer before it could not be read'
    scene.skipped.push({ step: step.name, why })
  } finally {
    if (scene.isAccountInDoubt) await putAccountBack(scene)
  }
}

async function begin(scene: Scene): Promise<void> {
  try {
    await signIn(scene)
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
    throw new ProbeUnreachable(`Nobody could sign in at ${scene.options.baseUrl} in time: ${error.message}.`)
  }
}

/** However a run ends, it leaves the account as it was and no session of its own. */
async function leave(scene: Scene): Promise<void> {
  try {
    await putAccountBack(scene)
    await scene.putBack(() => signOut(scene))
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
    scene.lost.add(`Not everything could be put back: ${error.message}.`)
  }
}
