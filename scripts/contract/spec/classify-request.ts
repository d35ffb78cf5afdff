import type { DriftId } from '../../lib/validator/drift-classes'
import type { Classification } from './classify-response'
import { describe, quoted } from './describe'
import type { Gap } from './gap'

export function classifyRequest(gap: Gap, isMultipart: boolean): Classification | undefined {
  const isClosed = gap.consumed?.flat.additional === false
  switch (gap.kind) {
    case 'missing':
      return { driftId: 'DR10', what: 'the document requires a field that the client does not send' }
    case 'optional':
      return { driftId: 'DR10', what: 'the document requires a field that the client may leave out' }
    case 'renamed':
      return {
        driftId: isMultipart ? 'DR18' : 'DR11',
        what: `the client sends "${gap.name}" and the document reads "${gap.pointer.split('/').at(-1)}"`,
      }
    case 'extra':
      return isClosed
        ? {
            driftId: 'DR12',
            severity: 'breaking',
            what: 'the document rejects a field that the client sends',
          }
        : { driftId: 'DR12', what: 'the document does not read a field that the client sends' }
    case 'null':
      return { driftId: 'DR16', what: 'the contract lets the client send null and the document rejects it' }
    case 'removed':
    case 'unused':
      return undefined
    default:
      return {
        driftId: limitIds[gap.kind] ?? 'DR13',
        what: `the client may send ${describe(gap.produced)} and the document takes ${describe(gap.consumed)}, not ${quoted(gap.witness)}`,
      }
  }
}

const limitIds: Partial<Record<Gap['kind'], DriftId>> = {
  long: 'DR14',
  high: 'DR14',
  many: 'DR14',
  short: 'DR15',
  low: 'DR15',
  few: 'DR15',
}

export function classifyLooser(gap: Gap): Classification | undefined {
  if (gap.kind === 'optional' || (gap.kind === 'missing' && !gap.unspecified)) {
    return gap.kind === 'optional'
      ? { driftId: 'DR19', what: 'the contract requires this field and the document takes a call without it' }
      : undefined
  }
  const kinds: readonly Gap['kind'][] = ['short', 'long', 'low', 'high', 'few', 'many', 'pattern', 'format']
  if (!kinds.includes(gap.kind)) return undefined
  return {
    driftId: 'DR19',
    severity: 'information',
    what: `the contract takes ${describe(gap.consumed)} and the document also ${quoted(gap.witness)}`,
  }
}
