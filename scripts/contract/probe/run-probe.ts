import { createPace, isLoopback, OutOfBounds } from './pace'
import { signOut } from './plan/session-steps'
import { signIn } from './plan/sign-in'
import { wholePlan } from './plan/whole-plan'
import { Absent, Unexpected } from './probe-errors'
import type { ProbeOptions, ProbeResult } from './probe-options'
import { sayUnsent } from './say-unsent'
import { Scene } from './scene'
import type { Step } from './step'

/**
 * Asks a server everything that the plan and the mode allow, and judges every answer. Drift never ends the run: a step
 * that cannot go on is skipped with a why. Throws ProbeUnreachable and ProbeLoginFailed where nothing can be learnt,
 * and what the signal says when it is aborted.
 */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const { contract, baseUrl, plan, seed } = options
  const pace = createPace({ ...options, isLoopback: isLoopback(baseUrl) })
  const fetch = options.fetch ?? (request => globalThis.fetch(request))
  const scene = new Scene({ options, pace, fetch })
  await signIn(scene)
  const isWanted = (step: Step) => plan === 'full' || step.isSmoke === true
  const wanted = wholePlan(contract, seed).filter(isWanted)
  const allowed = wanted.filter(step => options.mode === 'full' || !doesWrite(scene, step))
  if (allowed.length < wanted.length) {
    const why = 'they would write, and the mode is readonly'
    scene.skipped.push({ step: `${wanted.length - allowed.length} steps`, why })
  }
  const endedBy = await takeAll(scene, allowed)
  if (endedBy === undefined && options.mode === 'full' && plan === 'full') sayUnsent(scene)
  const { observations, exchanges, skipped, notes } = scene
  return { observations, exchanges, skipped, notes, ...(endedBy !== undefined && { endedBy }) }
}

function doesWrite(scene: Scene, { operations, isOwnSession }: Step): boolean {
  return !isOwnSession && operations.some(id => scene.operation(id).effect === 'write')
}

/** Takes the steps in their order, then signs out; gives the bound of the run that ended it before. */
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
  try {
    await signOut(scene)
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
  }
  return undefined
}

async function take(scene: Scene, step: Step): Promise<void> {
  scene.step = step.name
  try {
    await step.run(scene)
  } catch (error) {
    if (error instanceof OutOfBounds || scene.options.signal?.aborted) throw error
    if (error instanceof Unexpected) return
    // A drifted answer may hold anything: what cannot be read from it ends the step, and the judge has said why.
    const isExpected = error instanceof Absent || error instanceof TypeError
    if (!isExpected) throw error
    const why = error instanceof Absent ? error.message : 'an answer before it could not be read'
    scene.skipped.push({ step: step.name, why })
  }
}
