/** The cells that a run has tried, for its figures. */
export class Cells {
  readonly #survived = new Map<string, Map<string, boolean>>()

  /** A cell that is tried again counts once, by its last end. */
  set(operation: string, kind: string, isSurvived: boolean): void {
    const own = this.#survived.get(operation) ?? new Map<string, boolean>()
    this.#survived.set(operation, own.set(kind, isSurvived))
  }

  /** How many were tried with an operation. */
  of(operation: string): number {
    return this.#survived.get(operation)?.size ?? 0
  }

  /** Kinds are those that every operation met at the least: a share of the cells leaves one to most of them. */
  count(): Record<'operations' | 'kinds of each operation' | 'cells' | 'survived', number> {
    const cells = [...this.#survived.values()]
    const ends = cells.flatMap(own => [...own.values()])
    return {
      operations: cells.length,
      'kinds of each operation': cells.length === 0 ? 0 : Math.min(...cells.map(own => own.size)),
      cells: ends.length,
      survived: ends.filter(isSurvived => isSurvived).length,
    }
  }
}
