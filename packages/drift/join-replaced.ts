import { objectAt } from '../contract/json'
import type { ContractViolation } from '../contract/validator/drift-classes'
import { driftIds } from '../contract/validator/drift-ids'
import type { CheckContext } from './check-context'
import type { ExchangeStats } from './coverage'
import type { ObservationGroup } from './finding'
import { findReplaced, type Place, type Replaced, type UnknownField } from './replaced-fields'

type Seen = Pick<ExchangeStats, 'hasShown'> & Partial<Pick<ExchangeStats, 'fields' | 'source'>>

/**
 * Joins a field that never comes with the unknown one that comes in its place, and tells which of the fields that the
 * client needs most never came. Other contracts say too little of their optional fields.
 */
export function joinReplaced(
  groups: readonly ObservationGroup[],
  { contract, foreign }: CheckContext,
  seen: Seen,
): ObservationGroup[] {
  if (foreign) return [...groups]
  const replaced = [
    ...findReplaced(seen.fields?.places() ?? [], contract),
    ...findReplaced(documentPlaces(groups, seen), contract),
  ]
  const joined = groups.map(group => {
    const { driftId, operationId, place } = group.first.violation
    if (driftId !== driftIds.fieldUndocumented) return group
    const found = replaced.find(one => one.operationId === operationId && placeOf(one, one.other) === place)
    return found ? toRenamed(group, found) : group
  })
  return [...joined, ...absentFields(joined, seen)]
}

function placeOf({ status, pointer }: Pick<Place, 'status' | 'pointer'>, name: string): string {
  return `answer ${status} ${pointer}/${name}`
}

function toRenamed(group: ObservationGroup, { status, pointer, name, other }: Replaced): ObservationGroup {
  const isDocument = group.first.source === 'document'
  const violation: ContractViolation = {
    driftId: driftIds.fieldRenamed,
    severity: 'degraded',
    ...(group.first.violation.operationId !== undefined && {
      operationId: group.first.violation.operationId,
    }),
    place: placeOf({ status, pointer }, name),
    status,
    pointer: `${pointer}/${name}`,
    what: isDocument
      ? `The document does not have "${name}"; "${other}", which the contract does not know, may stand in its place.`
      : `"${name}" came in no answer; "${other}", which the contract does not know, came in its place.`,
    witness: other,
    came: `renamed:${other}`,
    advice: `Send the value as "${name}". If it is something else, accept this in the baseline.`,
    isAssumed: true,
  }
  return { ...group, first: { ...group.first, violation }, severities: ['degraded'], isAssumed: true }
}

type Growing = Omit<Place, 'missing' | 'unknown'> & {
  readonly missing: string[]
  readonly unknown: Map<string, UnknownField>
}

/** What the document lacks and adds, by object. */
function documentPlaces(groups: readonly ObservationGroup[], seen: Seen): Place[] {
  const places = new Map<string, Growing>()
  for (const { first } of groups) {
    const { driftId, operationId = '', status, pointer, witness } = first.violation
    if (first.source !== 'document' || status === undefined || pointer === undefined) continue
    const [name = ''] = pointer.split('/').slice(-1)
    const at = { operationId, status, pointer: pointer.slice(0, -name.length - 1) }
    const key = `${operationId} ${status} ${at.pointer}`
    const place: Growing = places.get(key) ?? { ...at, missing: [], unknown: new Map(), isDocument: true }
    places.set(key, place)
    if (driftId === driftIds.optionalFieldMissing && !seen.hasShown(operationId, status, pointer))
      place.missing.push(name)
    const sample = objectAt(witness)[name]
    if (driftId === driftIds.fieldUndocumented && sample !== undefined && sample !== null)
      place.unknown.set(name, { samples: [sample], isEverywhere: true })
  }
  return [...places.values()]
}

function absentFields(
  groups: readonly ObservationGroup[],
  { fields, source = 'probe' }: Seen,
): ObservationGroup[] {
  return (fields?.absent() ?? []).flatMap(({ name, due, ...at }): ObservationGroup[] => {
    const place = placeOf(at, name)
    const isTold = groups.some(
      ({ first: { violation } }) => violation.operationId === at.operationId && violation.place === place,
    )
    if (isTold) return []
    const violation: ContractViolation = {
      driftId: driftIds.optionalFieldMissing,
      severity: 'information',
      operationId: at.operationId,
      place,
      status: at.status,
      pointer: `${at.pointer}/${name}`,
      what: `It may be left out, but the client can do little without it; ${due === 1 ? 'the answer' : `none of ${due}`} ${due === 1 ? 'does not have' : 'has'} it.`,
      isAssumed: true,
    }
    return [
      {
        sources: new Set([source]),
        evidence: [],
        severities: ['information'],
        first: { violation, source },
        isAssumed: true,
        exchanges: 0,
      },
    ]
  })
}
