import { coverageOf } from '../../lib/judge/coverage'
import { responseOf } from '../../lib/operation'
import type { OperationId } from './contract-types'
import type { Scene } from './scene'

/** Calls without which another's answers have less to tell: where these fail, their own finding is enough. */
const filledBy: { readonly [Id in OperationId]?: readonly OperationId[] } = {
  getCompetencies: ['shareProfile'],
  getSharedProfile: ['shareProfile'],
  getTask: ['takeHint', 'getGroup'],
  getGroup: ['requestAttempt', 'startAttempt', 'listGroups'],
  getLabStatus: ['startLab'],
  listTaskStatuses: ['startLab', 'getLabStatus'],
}

/**
 * Says which optional properties this server is known to send, by the fixtures, and has sent in no answer of a whole
 * run. What an answer's own drift explains is not said again.
 */
export function sayUnsent(scene: Scene): void {
  const { contract, values } = scene.options
  if (!values.sends) return
  const unseen = new Set(coverageOf(contract, scene.exchanges).properties.missed)
  for (const entry of values.sends) {
    const [id = '', text = '', pointer = ''] = entry.split(' ')
    const status = Number(text)
    const operation = contract.operations.find(({ operationId }) => operationId === id)
    if (!operation || !responseOf(operation, status)) {
      scene.notes.push(`The fixtures name "${entry}", which the contract does not have.`)
      continue
    }
    const operationId = id as OperationId
    if (!unseen.has(entry) || !isComparable(scene, operationId, status)) continue
    if (isExplained(scene, operationId, status, pointer)) continue
    const what = `This server is known to send ${pointer}; none of the answers had it.`
    scene.say('DR23', { operationId, place: `answer ${status} ${pointer}`, status, pointer, what })
  }
}

function isComparable(scene: Scene, id: OperationId, status: number): boolean {
  return scene.hasSeen(id, status) && [id, ...(filledBy[id] ?? [])].every(one => scene.isSound(one))
}

function isExplained({ observations }: Scene, id: OperationId, status: number, pointer: string): boolean {
  return observations.some(({ judgement }) => {
    if (judgement.operationId !== id || (judgement.status ?? status) !== status) return false
    const { pointer: known = '' } = judgement
    return pointer === known || pointer.startsWith(`${known}/`)
  })
}
