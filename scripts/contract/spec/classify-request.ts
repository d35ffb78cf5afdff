import type { DriftId } from '../../lib/judge/drift-classes'
import type { Verdict } from './classify-answer'
import { describe, quoted } from './describe'
import type { Gap } from './gap'

/** What a gap means where the client sends and the backend reads. */
export function classifyRequest(gap: Gap, isMultipart: boolean): Verdict | undefined {
  const isClosed = gap.taken?.flat.additional === false
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
            what: 'the document refuses a field that the client sends',
          }
        : { driftId: 'DR12', what: 'the document does not read a field that the client sends' }
    case 'null':
      return { driftId: 'DR16', what: 'the contract lets the client send null and the document refuses it' }
    case 'gone':
    case 'unused':
      return undefined
    default:
      return {
        driftId: limitIds[gap.kind] ?? 'DR13',
        what: `the client may send ${describe(gap.made)} and the document takes ${describe(gap.taken)}, not ${quoted(gap.witness)}`,
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

/** What it means that the backend takes more than the contract lets the client send. */
export function classifyLooser(gap: Gap): Verdict | undefined {
  if (gap.kind === 'optional' || (gap.kind === 'missing' && !gap.unsaid)) {
    return gap.kind === 'optional'
      ? { driftId: 'DR19', what: 'the contract requires this field and the document takes a call without it' }
      : undefined
  }
  const kinds: readonly Gap['kind'][] = ['short', 'long', 'low', 'high', 'few', 'many', 'pattern', 'format']
  if (!kinds.includes(gap.kind)) return undefined
  return {
    driftId: 'DR19',
    severity: 'information',
    what: `the contract takes ${describe(gap.taken)} and the document also ${quoted(gap.witness)}`,
  }
}
