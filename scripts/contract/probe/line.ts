import { OutOfBounds, type Pace, sleep } from './pace'
import { exchange, type Fetch, type Seen, type Wire } from './wire'

/** Longest time that one answer may take, in milliseconds. */
const mostPatience = 20_000
/** The same for what puts the server back; unanswered questions may take so long altogether. */
const patienceAfterwards = 5000
const mostAfterwards = 15_000

export type LineParts = {
  readonly baseUrl: string
  readonly pace: Pace
  readonly fetch: Fetch
  readonly signal?: AbortSignal | undefined
}

/** The way to the server: within the bounds of the run, or behind them where something is put back. */
export class Line {
  private readonly parts: LineParts
  private left = mostAfterwards
  isPuttingBack = false

  constructor(parts: LineParts) {
    this.parts = parts
  }

  /**
   * Does what leaves the server as it was found. Neither the bounds of the run nor its abort hold there, but unanswered
   * questions may take 15 s altogether. Throws what the work throws.
   */
  async putBack(work: () => Promise<void>): Promise<void> {
    const before = this.isPuttingBack
    this.isPuttingBack = true
    try {
      await work()
    } finally {
      this.isPuttingBack = before
    }
  }

  rest(milliseconds: number): Promise<void> {
    return this.isPuttingBack ? sleep(milliseconds, undefined) : this.parts.pace.rest(milliseconds)
  }

  /** Throws OutOfBounds, and what the signal says. */
  async ask(wire: Wire): Promise<Seen> {
    return this.isPuttingBack ? this.askAfterwards(wire) : this.askInTime(wire)
  }

  private async askInTime(wire: Wire): Promise<Seen> {
    const { baseUrl, pace, fetch, signal } = this.parts
    await pace.turn()
    const patience = Math.min(mostPatience, pace.left() + 1)
    const seen = await exchange(baseUrl, wire, { fetch, patience, signal })
    // What the end of the run has cut off says nothing about the server.
    if (!seen.response) pace.check()
    return seen
  }

  private async askAfterwards(wire: Wire): Promise<Seen> {
    const { baseUrl, fetch } = this.parts
    if (this.left <= 0) throw new OutOfBounds('the server does not answer any more')
    const patience = Math.min(patienceAfterwards, this.left)
    const seen = await exchange(baseUrl, wire, { fetch, patience })
    if (!seen.response) this.left -= Math.max(100, seen.milliseconds ?? 0)
    return seen
  }
}
