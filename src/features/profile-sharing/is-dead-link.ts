import { isRefusal } from '../../api/errors'

/**
 * Whether a share link opens nothing. Every refusal counts, whatever its status and words: a reader is not to learn
 * whether the link never existed or was taken back.
 */
export const isDeadLink = (error: unknown): boolean => isRefusal(error)
