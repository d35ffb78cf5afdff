/** A request and its response, as the drift check reads them. */
export interface Exchange {
  id: number
  /** RFC 3339, by the virtual clock. */
  at: string
  operationId: string
  request: { method: string; url: string; headers: Record<string, string>; body?: unknown }
  /** Null when the connection broke or no response came. */
  response: { status: number; headers: Record<string, string>; body?: unknown } | null
}

const MAX_ENTRIES = 500

/** The latest exchanges, oldest first. */
export class Journal {
  #entries: Exchange[] = []
  #count = 0

  nextId(): number {
    this.#count++
    return this.#count
  }

  add(exchange: Exchange): void {
    this.#entries.push(exchange)
    if (this.#entries.length > MAX_ENTRIES * 2) this.#entries = this.#entries.slice(-MAX_ENTRIES)
  }

  entries(): readonly Exchange[] {
    return this.#entries.slice(-MAX_ENTRIES)
  }

  clear(): void {
    this.#entries = []
  }
}
