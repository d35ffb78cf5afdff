export type Expected = {
  /** In this style alone; in every one without it. */
  readonly style?: string
  /** Matches `DR25 listGroups answer 200 /points: …`. */
  readonly finding: RegExp
  /** What the contract says, and where. */
  readonly contract: string
}

/** Failing findings that are right: the server deviates from the contract there, as backends of its kind do. */
export const expectedFindings: readonly Expected[] = []
