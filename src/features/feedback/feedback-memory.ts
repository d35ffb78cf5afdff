import type { SendState } from './use-feedback-sending'

/** State that survives closing the dialog, besides the stored draft. */
export interface FeedbackMemory {
  /** A text over the length limit, which is not stored. */
  longText: string | null
  file: File | null
  /** How the last attempt ended, shown when the dialog opens again. */
  outcome: SendState | null
}

export const emptyMemory = (): FeedbackMemory => ({ longText: null, file: null, outcome: null })
