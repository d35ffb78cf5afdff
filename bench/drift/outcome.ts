/**
 * What became of one mutant. `unreached`: the plan never came to its place, which counts as missed. `unreachable`:
 * nobody can come there from outside of the simulated platform; `equivalent`: nothing that the plan saw was changed.
 */
export type Verdict = 'caught' | 'missed' | 'unreached' | 'stopped' | 'unreachable' | 'equivalent'

export type Outcome = {
  readonly id: string
  readonly driftId: string
  readonly verdict: Verdict
  /** One of the findings at its operation has its class. */
  readonly isClassified: boolean
  /** What was found, at its operation first; a few of them. */
  readonly findings: readonly string[]
  /** Why it is unreachable, or how the check stopped. */
  readonly why?: string
  readonly milliseconds: number
}

/** What a mutant is asked to show, by whichever side of the check. */
export type Seen = {
  readonly driftId: string
  readonly operationId?: string
  readonly place: string
  readonly what: string
}

/** The findings at the operations of a mutant; all of them for one that belongs to none. */
export function findingsAt(seen: readonly Seen[], operationIds: readonly string[]): Seen[] {
  if (operationIds.length === 0) return [...seen]
  return seen.filter(({ operationId }) => operationId !== undefined && operationIds.includes(operationId))
}

export function sentence({ driftId, operationId = '', place, what }: Seen): string {
  return `${driftId} ${operationId} ${place}: ${what}`
}
