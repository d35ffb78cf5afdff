import type { Environment } from './options/logins'

/** A stream as the command needs it: `process.stdout` is one. */
export type Output = {
  write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The database outside of the command, so that tests can stand in its place. */
export type Io = {
  readonly env: Environment
  readonly out: Output
  readonly err: Output
  readonly now: () => Date
  /** Ends a recording; aborts a probe. */
  readonly signal?: AbortSignal
}
