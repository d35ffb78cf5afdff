/** One changed row: `row` is null when it was deleted. */
export interface RowChange {
  table: string
  key: string
  row: object | null
}

/** Notes which rows differ from the seeded start, and at which version of the db. */
export interface Recorder {
  /** Grows by one with every change. */
  version: number
  /** False while the seed is being laid. */
  isRecording: boolean
  /** Table name, then row key, then the version of its last change. */
  readonly touched: Map<string, Map<string, number>>
}

export function createRecorder(): Recorder {
  return { version: 0, isRecording: false, touched: new Map() }
}

/** A plain collection of rows by key. Rows are replaced, never mutated, so a kept row stays what it was. */
export class Table<Row extends object> {
  readonly name: string
  /** Grows with every change of this table: the key of anything memoised from it. */
  revision = 0
  readonly #rows = new Map<string, Row>()
  readonly #recorder: Recorder

  constructor(name: string, recorder: Recorder) {
    this.name = name
    this.#recorder = recorder
  }

  get(key: string | number): Row | undefined {
    return this.#rows.get(String(key))
  }

  values(): Row[] {
    return [...this.#rows.values()]
  }

  filter(matches: (row: Row) => boolean): Row[] {
    const found: Row[] = []
    for (const row of this.#rows.values()) if (matches(row)) found.push(row)
    return found
  }

  find(matches: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (matches(row)) return row
    return undefined
  }

  put(key: string | number, row: Row): Row {
    this.#rows.set(String(key), row)
    this.#note(String(key))
    return row
  }

  /** Replaces some fields of a row that must exist. */
  patch(key: string | number, fields: Partial<Row>): Row {
    const row = this.get(key)
    if (!row) throw new Error(`There is no row ${key} in the table ${this.name}.`)
    return this.put(key, { ...row, ...fields })
  }

  delete(key: string | number): void {
    if (this.#rows.delete(String(key))) this.#note(String(key))
  }

  /** Takes over a row that another copy of the database has changed. The caller names it by `RowChange.table`. */
  accept(key: string, row: object | null): void {
    if (row) this.#rows.set(key, row as Row)
    else this.#rows.delete(key)
    this.revision++
  }

  #note(key: string): void {
    this.revision++
    const recorder = this.#recorder
    if (!recorder.isRecording) return
    recorder.version++
    let keys = recorder.touched.get(this.name)
    if (!keys) {
      keys = new Map()
      recorder.touched.set(this.name, keys)
    }
    keys.set(key, recorder.version)
  }
}
