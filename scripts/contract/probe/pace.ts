import { ProbeUnreachable } from './probe-errors'

/** The bounds of a run were reached: what is left is not asked. */
export class OutOfBounds extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutOfBounds'
  }
}

export type PaceOptions = {
  readonly requestsPerSecond: number
  readonly mostRequests: number
  readonly mostSeconds: number
  readonly isLoopback: boolean
  /** Whether loopback addresses are asked no faster either. */
  readonly isRateHeld?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** How fast and how long a run may ask. */
export type Pace = {
  /** Waits for the next question's turn. Throws OutOfBounds, or what the signal says. */
  turn(): Promise<void>
  /** Waits; the same throws. */
  rest(milliseconds: number): Promise<void>
  /** Milliseconds until the run must end; never below 0. */
  left(): number
  /** The same throws, at once. */
  check(): void
}

export function createPace(options: PaceOptions): Pace {
  const { requestsPerSecond, mostRequests, mostSeconds, isLoopback, isRateHeld, signal } = options
  const startedAt = performance.now()
  let asked = 0
  let next = startedAt
  const left = () => Math.max(0, startedAt + mostSeconds * 1000 - performance.now())
  const check = () => {
    signal?.throwIfAborted()
    if (left() === 0) throw new OutOfBounds(`the run may take at most ${mostSeconds} s`)
  }
  const rest = async (milliseconds: number) => {
    check()
    if (milliseconds > 0) await sleep(milliseconds, signal)
    check()
  }
  const turn = async () => {
    check()
    if (asked >= mostRequests) throw new OutOfBounds(`the run may ask at most ${mostRequests} times`)
    asked++
    if (isLoopback && !isRateHeld) return
    await rest(next - performance.now())
    next = Math.max(next, performance.now()) + 1000 / requestsPerSecond
  }
  return { turn, rest, left, check }
}

export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Whether an address is this machine's own. Throws ProbeUnreachable for what is no address. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) throw new ProbeUnreachable(`${address} is no address of a server.`)
  const { hostname } = new URL(address)
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
