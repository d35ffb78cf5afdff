/** One question and its answer, as the drift checks read them. */
export interface Exchange {
  id: number
  /** RFC 3339, by the virtual clock. */
  at: string
  operationId: string
  request: { method: string; url: string; headers: Record<string, string>; body?: unknown }
  /** Null when the connection was broken or no answer came. */
  response: { status: number; headers: Record<string, string>; body?: unknown } | null
}

const kept = 500

/** The latest exchanges, oldest first. */
export class Journal {
  #entries: Exchange[] = []
  #count = 0

  /** The number of the next exchange. */
  nextId(): number {
    this.#count++
    return this.#count
  }

  add(exchange: Exchange): void {
    this.#entries.push(exchange)
    if (this.#entries.length > kept * 2) this.#entries = this.#entries.slice(-kept)
  }

  entries(): readonly Exchange[] {
    return this.#entries.slice(-kept)
  }

  clear(): void {
    this.#entries = []
  }
}
