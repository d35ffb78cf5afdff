/** The contract is invalid; each problem is one full sentence for its author. */
export class ContractError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ContractError'
    this.problems = problems
  }
}
