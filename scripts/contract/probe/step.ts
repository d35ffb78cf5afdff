import type { DriftId } from '../../lib/judge/drift-classes'
import type { Answers, Call, LooseCall, OperationId, Success } from './contract-types'
import type { Role } from './probe-options'
import type { Asker, Reply, Scene } from './scene'

/** One thing that the probe tries: a question, or a chain of them that makes sense only together. */
export type Step = {
  readonly name: string
  /** What it asks; in read-only mode none of these may write. */
  readonly operations: readonly OperationId[]
  /** It touches nothing but a session that the probe began itself, so it is taken in read-only mode too. */
  readonly isOwnSession?: boolean
  /** Part of the short plan. */
  readonly isSmoke?: boolean
  readonly run: (scene: Scene) => Promise<void>
}

type StepOf<Id extends OperationId> = {
  /** Nobody unless told. */
  readonly as?: Role
  readonly call: Call<Id> | ((scene: Scene) => Call<Id>)
  readonly answers: Answers<Id>
  readonly driftId?: DriftId
  readonly because?: string
  readonly isOwnSession?: boolean
  readonly isSmoke?: boolean
  /** Takes facts from an expected answer, and says how it contradicts others. What it throws ends the step. */
  readonly learn?: (reply: Reply<Success<Id>>, scene: Scene) => void
}

/** A step of one question. */
export function step<Id extends OperationId>(operationId: Id, name: string, definition: StepOf<Id>): Step {
  const { as, call, answers, driftId, because, learn, isOwnSession, isSmoke } = definition
  return {
    name: `${operationId}: ${name}`,
    operations: [operationId],
    ...(isOwnSession && { isOwnSession }),
    ...(isSmoke && { isSmoke }),
    run: async scene => {
      const by: Asker = as === undefined ? {} : { person: scene.person(as) }
      const asked: LooseCall = typeof call === 'function' ? call(scene) : call
      const reply = await scene.ask({
        operationId,
        call: asked,
        by,
        answers,
        ...(driftId && { driftId }),
        ...(because !== undefined && { because }),
      })
      learn?.(reply, scene)
    },
  }
}
