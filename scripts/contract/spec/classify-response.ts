import type { Severity } from '../../lib/validator/contract-violation'
import type { DriftId } from '../../lib/validator/drift-classes'
import type { Annotations } from './annotations'
import { describe, listed, quoted } from './describe'
import type { Gap } from './gap'

/** The class of drift, the severity if it differs from the class, and half a sentence. */
export type Classification = {
  readonly driftId: DriftId
  readonly severity?: Severity
  readonly what: string
}

/** Classifies a gap where the backend sends and the client reads. */
export function classifyResponse(gap: Gap, place: Annotations): Classification | undefined {
  const promised = describe(gap.consumed)
  const sent = describe(gap.produced)
  switch (gap.kind) {
    case 'missing':
      return { driftId: 'DR21', what: 'the contract promises this field and the document does not have it' }
    case 'optional':
      return { driftId: 'DR22', what: 'the contract always has this field, the document only sometimes' }
    case 'removed':
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
      return classifyEnum(gap, place)
    case 'unused':
      return {
        driftId: 'DR28',
        what: `the contract has values that the document no longer lists: ${listed(gap.values ?? [])}`,
      }
    case 'format':
      return {
        driftId: isTimestamp(gap) ? 'DR29' : 'DR31',
        what: `the contract promises ${promised}, the document allows ${quoted(gap.witness)}`,
      }
    case 'type':
      return classifyType(gap)
    default:
      return { driftId: 'DR36', what: `the contract promises ${promised}, the document ${sent}` }
  }
}

function classifyEnum(gap: Gap, { isExtensible }: Annotations): Classification {
  const promised = describe(gap.consumed)
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

function isTimestamp({ consumed }: Gap): boolean {
  return consumed?.flat.formats.some(format => format === 'date-time' || format === 'date') ?? false
}

function classifyType(gap: Gap): Classification {
  const what = `the contract promises ${describe(gap.consumed)}, the document ${describe(gap.produced)}`
  const produced = gap.produced?.type
  if (isTimestamp(gap) && (produced === 'integer' || produced === 'number')) return { driftId: 'DR30', what }
  if (gap.consumed?.type === 'array') return { driftId: 'DR32', what }
  if (gap.consumed?.type === 'object') return { driftId: 'DR33', what }
  // A wrong text or number only degrades a screen; an object breaks it.
  const isDeep = produced === 'object' || produced === 'array'
  return { driftId: 'DR25', what, ...(isDeep && { severity: 'breaking' }) }
}
