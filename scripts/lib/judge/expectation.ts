import type { DriftId } from './drift-classes'

/** What a question deserves by the contract: without one, an answer is judged by itself alone. */
export type Expectation = {
  /** The operation that was meant, where the address alone would not tell. */
  readonly operationId?: string
  /** Any of these is right; a detail, where one is given, must be exactly this one. */
  readonly outcomes: readonly { readonly status: number; readonly detail?: string }[]
  /** What it is when another answer comes; found by the answer's kind unless told. */
  readonly driftId?: DriftId
  /** What was bent to ask it, in the words of a judgement's place (`body /username`); the answer that is due unless told. */
  readonly place?: string
  /** Why the question deserves that, as the end of a sentence: `because the token has expired`. */
  readonly because?: string
}
