import type { Environment } from './options/logins'

export type Output = {
  write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export type Io = {
  readonly env: Environment
  readonly out: Output
  readonly err: Output
  readonly now: () => Date
  /** Ends a recording; aborts a probe. */
  readonly signal?: AbortSignal
}
