import { isClientError } from '../../api/errors'

/** Any client error counts: visitors must not learn whether the link never existed or was revoked. */
export const isDeadLink = (error: unknown): boolean => isClientError(error)
