import type { DriftId } from '../../lib/judge/drift-classes'
import type { Severity } from '../../lib/judge/judgement'
import type { ContractPlace } from './contract-place'
import { describe, listed, quoted } from './describe'
import type { Gap } from './gap'

/** The class of a difference, its severity where it is not the class's own, and half a sentence about it. */
export type Verdict = { readonly driftId: DriftId; readonly severity?: Severity; readonly what: string }

/** What a gap means where the backend sends and the client reads. */
export function classifyAnswer(gap: Gap, place: ContractPlace): Verdict | undefined {
  const promised = describe(gap.taken)
  const sent = describe(gap.made)
  switch (gap.kind) {
    case 'missing':
      return { driftId: 'DR21', what: 'the contract promises this field and the document does not have it' }
    case 'optional':
      return { driftId: 'DR22', what: 'the contract always has this field, the document only sometimes' }
    case 'gone':
      return { driftId: 'DR23', what: 'the contract has this optional field and the document never' }
    case 'renamed':
      return { driftId: 'DR24', what: `the document has the field "${gap.name}" in place of this one` }
    case 'extra':
      return { driftId: 'DR35', what: 'the document has a field that the contract does not know' }
    case 'null':
      if (gap.pointer === '')
        return { driftId: 'DR39', what: `the contract promises ${promised}, the document null` }
      return { driftId: 'DR26', what: `the contract promises ${promised}, the document allows null` }
    case 'enum':
      return enumVerdict(gap, place)
    case 'unused':
      return {
        driftId: 'DR28',
        what: `the contract has values that the document no longer lists: ${listed(gap.values ?? [])}`,
      }
    case 'format':
      return {
        driftId: isMoment(gap) ? 'DR29' : 'DR31',
        what: `the contract promises ${promised}, the document allows ${quoted(gap.witness)}`,
      }
    case 'type':
      return typeVerdict(gap)
    default:
      return { driftId: 'DR36', what: `the contract promises ${promised}, the document ${sent}` }
  }
}

function enumVerdict(gap: Gap, { isExtensible }: ContractPlace): Verdict {
  const promised = describe(gap.taken)
  if (!gap.values) {
    return {
      driftId: 'DR27',
      severity: 'information',
      what: `the contract promises ${promised}, the document any text`,
    }
  }
  return {
    driftId: 'DR27',
    severity: isExtensible ? 'degraded' : 'breaking',
    what: `the document adds ${listed(gap.values)}; the contract has ${promised}`,
  }
}

function isMoment({ taken }: Gap): boolean {
  return taken?.flat.formats.some(format => format === 'date-time' || format === 'date') ?? false
}

function typeVerdict(gap: Gap): Verdict {
  const what = `the contract promises ${describe(gap.taken)}, the document ${describe(gap.made)}`
  const made = gap.made?.type
  if (isMoment(gap) && (made === 'integer' || made === 'number')) return { driftId: 'DR30', what }
  if (gap.taken?.type === 'array') return { driftId: 'DR32', what }
  if (gap.taken?.type === 'object') return { driftId: 'DR33', what }
  // A text or a number that is shown wrongly only degrades a screen; an object in its place breaks it.
  const isDeep = made === 'object' || made === 'array'
  return { driftId: 'DR25', what, ...(isDeep && { severity: 'breaking' }) }
}
