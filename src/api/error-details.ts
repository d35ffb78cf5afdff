import { errorDetails } from './error-details.gen'
import type { ErrorDetail } from './schema.gen'

const knownDetails: ReadonlySet<unknown> = new Set<ErrorDetail>(errorDetails)

/** Whether the contract lists this `detail`; others have no message of their own. */
export const isErrorDetail = (detail: unknown): detail is ErrorDetail => knownDetails.has(detail)
