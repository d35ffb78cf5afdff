import type { Operation } from '../../contract/operation'
import {
  type ContractViolation,
  type DriftId,
  driftClasses,
  type Severity,
} from '../../contract/validator/drift-classes'
import type { Alternative } from './alternatives'

/** What the producer (sender) may send and the consumer (reader) does not expect. */
export type GapKind =
  /** The consumer requires a property that the producer never sends, or may omit. */
  | 'missing'
  | 'optional'
  /** The producer sends a property under another name. */
  | 'renamed'
  /** The producer sends a property that the consumer does not know. */
  | 'extra'
  /** The consumer knows an optional property that the producer never sends. */
  | 'removed'
  | 'type'
  | 'null'
  | 'enum'
  /** The consumer knows a value that the producer never sends. */
  | 'unused'
  | 'format'
  | 'pattern'
  | 'short'
  | 'long'
  | 'low'
  | 'high'
  | 'few'
  | 'many'

export type Gap = {
  readonly kind: GapKind
  /** From the compared schema, `*` for list items and map values. */
  readonly pointer: string
  readonly name?: string
  readonly witness?: unknown
  readonly values?: readonly unknown[]
  readonly produced?: Alternative
  readonly consumed?: Alternative
  /**
   * The producer does not specify this keyword: `date-time`, `pattern`, `enum`, `length`, `range`, `null`.
   * Whether that matters depends on the rest of the document.
   */
  readonly unspecified?: Keyword
}

export type Keyword = string

/** Whether a value is rejected, as opposed to merely unknown or unused. */
export function isIncompatible({ kind, unspecified }: Gap): boolean {
  return unspecified === undefined && kind !== 'extra' && kind !== 'removed' && kind !== 'unused'
}

/** How often a document specifies a keyword where it could. */
export class KeywordUsage {
  private readonly counts = new Map<Keyword, { specified: number; unspecified: number }>()

  count(keyword: Keyword, isSpecified: boolean): void {
    const counts = this.counts.get(keyword) ?? { specified: 0, unspecified: 0 }
    counts[isSpecified ? 'specified' : 'unspecified']++
    this.counts.set(keyword, counts)
  }

  /** Whether a missing keyword means something. */
  isUsual(keyword: Keyword): boolean {
    const { specified, unspecified } = this.counts.get(keyword) ?? { specified: 0, unspecified: 0 }
    return specified > 0 && specified >= unspecified
  }
}

export type Draft = {
  readonly driftId: DriftId
  readonly place: string
  readonly what: string
  readonly severity?: Severity
  readonly operation?: Operation
  readonly status?: number
  readonly pointer?: string
  readonly witness?: unknown
  readonly advice?: string
  readonly isAssumed?: boolean
}

export function makeViolation({ operation, what, witness, isAssumed, ...draft }: Draft): ContractViolation {
  return {
    ...draft,
    severity: draft.severity ?? driftClasses[draft.driftId].severity,
    what: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
    ...(operation && { operationId: operation.operationId }),
    ...(witness !== undefined && { witness }),
    ...((isAssumed || operation?.assumed) && { isAssumed: true }),
  }
}
