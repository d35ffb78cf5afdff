/**
 * `unreached`: no request of the plan reached it, counts as missed. `unreachable`: no request can reach it.
 * `equivalent`: the mutant changed nothing that the plan saw.
 */
export type Verdict = 'caught' | 'missed' | 'unreached' | 'stopped' | 'unreachable' | 'equivalent'

export type Outcome = {
  readonly id: string
  readonly driftId: string
  readonly verdict: Verdict
  /** Whether a finding at the mutated operation has the expected class. */
  readonly isClassified: boolean
  readonly findings: readonly string[]
  readonly why?: string
  readonly milliseconds: number
}

export type Seen = {
  readonly driftId: string
  readonly operationId?: string
  readonly place: string
  readonly what: string
}

/** The findings at the operations of a mutant; all findings if it belongs to no operation. */
export function findingsAt(seen: readonly Seen[], operationIds: readonly string[]): Seen[] {
  if (operationIds.length === 0) return [...seen]
  return seen.filter(({ operationId }) => operationId !== undefined && operationIds.includes(operationId))
}

export function toSentence({ driftId, operationId = '', place, what }: Seen): string {
  return `${driftId} ${operationId} ${place}: ${what}`
}
