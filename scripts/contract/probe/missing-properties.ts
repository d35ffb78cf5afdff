import { responseOf } from '../../lib/operation'
import { coverageOf } from '../../lib/validator/coverage'
import type { OperationId } from './contract-types'
import type { ProbeContext } from './probe-context'

/** Operations that must succeed before another one's responses can be complete. */
const PREREQUISITES: { readonly [Id in OperationId]?: readonly OperationId[] } = {
  getCompetencies: ['shareProfile'],
  getSharedProfile: ['shareProfile'],
  getTask: ['takeHint', 'getGroup'],
  getGroup: ['requestAttempt', 'startAttempt', 'listGroups'],
  getLabStatus: ['startLab'],
  listTaskStatuses: ['startLab', 'getLabStatus'],
}

/**
 * Reports optional properties that the fixtures list under `sends` and that no response had, unless another
 * violation explains it.
 */
export function reportMissingProperties(probe: ProbeContext): void {
  const { contract, values } = probe.options
  if (!values.sends) return
  const unseen = new Set(coverageOf(contract, probe.exchanges).properties.missed)
  for (const entry of values.sends) {
    const [id = '', text = '', pointer = ''] = entry.split(' ')
    const status = Number(text)
    const operation = contract.operations.find(({ operationId }) => operationId === id)
    if (!operation || !responseOf(operation, status)) {
      probe.notes.push(`The fixtures name "${entry}", which the contract does not have.`)
      continue
    }
    const operationId = id as OperationId
    if (!unseen.has(entry) || !isComparable(probe, operationId, status)) continue
    if (isExplained(probe, operationId, status, pointer)) continue
    const what = `This server is known to send ${pointer}; none of the answers had it.`
    probe.report('DR23', { operationId, place: `answer ${status} ${pointer}`, status, pointer, what })
  }
}

function isComparable(probe: ProbeContext, id: OperationId, status: number): boolean {
  return (
    probe.hasSeen(id, status) && [id, ...(PREREQUISITES[id] ?? [])].every(one => probe.hasOnlySucceeded(one))
  )
}

function isExplained(
  { observations }: ProbeContext,
  id: OperationId,
  status: number,
  pointer: string,
): boolean {
  return observations.some(({ violation }) => {
    if (violation.operationId !== id || (violation.status ?? status) !== status) return false
    const { pointer: known = '' } = violation
    return pointer === known || pointer.startsWith(`${known}/`)
  })
}
