/** The contract cannot be used as it stands; every problem is one full sentence for the person who writes it. */
export class ContractError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ContractError'
    this.problems = problems
  }
}
