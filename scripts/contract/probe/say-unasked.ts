import { objectAt } from '../../lib/json'
import { findOperation } from '../../lib/judge/find-operation'
import { hideByShape, maskText } from '../../lib/masking/mask-value'
import type { Operation } from '../../lib/operation'
import { jsonOf } from './person'
import type { Scene } from './scene'
import type { Step } from './step'

type Skipped = { readonly step: string; readonly why: string }

/** What was left out, for people who know the calls and not the plan; what only follows from an absent person is that. */
export function sayUnasked({ skipped, people, options }: Scene): Skipped[] {
  const isHere = (role: string) => [...people.keys()].some(known => known === role)
  return skipped.map(({ step, why }) => {
    const [, role] = /^there is no list of the groups of (\w+)$/.exec(why) ?? []
    return {
      step: inCalls(step, options.contract.operations),
      why: role === undefined || isHere(role) ? why : `nobody has signed in as ${role}`,
    }
  })
}

/** `startLab: of a disabled task` as `POST /deploy: of a disabled task`. */
function inCalls(step: string, operations: readonly Operation[]): string {
  const [id = '', ...rest] = step.split(': ')
  if (id === 'preflight') return ["OPTIONS (the browser's preflight)", ...rest].join(': ')
  const operation = operations.find(({ operationId }) => operationId === id)
  return operation ? [callOf(operation), ...rest].join(': ') : step
}

function callOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`
}

/** Why a run that only reads leaves so much out, and how many operations no such run can ever see. */
export function whyReadOnly(scene: Scene, left: readonly Step[]): string {
  const { operations } = scene.options.contract
  // Everybody signs in, whatever the mode.
  const asked = new Set<string>(left.flatMap(step => step.operations).filter(id => id !== 'login'))
  const writes = operations.filter(({ operationId, effect }) => effect === 'write' && asked.has(operationId))
  return `they would write, and the mode is readonly: ${writes.length} of ${operations.length} operations are asked only with --live full (${writes.map(callOf).join(', ')})`
}

/** Says which calls a whole run asked and never saw let anything in: an earlier run has used up what they need. */
export function sayUsedUp(scene: Scene): void {
  const { contract } = scene.options
  const last = new Map<Operation, Scene['exchanges'][number]>()
  const succeeded = new Set<Operation>()
  for (const exchange of scene.exchanges) {
    const found = findOperation(contract, exchange.request.method, exchange.request.url)
    const status = exchange.response?.status ?? 0
    if (found.kind !== 'found') continue
    if (status >= 200 && status < 300) succeeded.add(found.operation)
    // A refusal of a malformed question says nothing of what is used up.
    else if (status !== 422 && status !== 401) last.set(found.operation, exchange)
  }
  for (const [operation, exchange] of last) {
    if (succeeded.has(operation) || !scene.isSound(operation.operationId)) continue
    const { detail } = objectAt(jsonOf(exchange))
    const words = typeof detail === 'string' ? ` "${maskText(detail, scene.secrets(), hideByShape)}"` : ''
    const why = `no right question was let in (last ${exchange.response?.status}${words}): an earlier run may have used up what it needs, or the fixtures name nothing for it`
    scene.skipped.push({ step: `${operation.operationId}: its success`, why })
  }
}
