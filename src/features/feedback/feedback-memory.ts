import type { Sending } from './use-feedback-sending'

/** What outlives the closing of the dialog, beside the stored draft. */
export interface FeedbackMemory {
  /** A text longer than may be stored (specification §5). */
  longText: string | null
  file: File | null
  /** How the last sending ended, to be told when the dialog opens again. */
  outcome: Sending | null
}

export const emptyMemory = (): FeedbackMemory => ({ longText: null, file: null, outcome: null })
