import { ApiError } from '../../api/errors'
import type { Sending } from './use-feedback-sending'

/** Which part of the form a failure is about. */
export type FailurePlace = 'file' | 'text' | 'form'

/** A server may refuse a size or a field; whatever is about neither is about the whole message. */
export const placeOf = (error: unknown, hasFile: boolean): FailurePlace => {
  if (!(error instanceof ApiError)) return 'form'
  if (hasFile && (error.status === 413 || error.fields?.files !== undefined)) return 'file'
  return error.status === 422 && error.fields?.text !== undefined ? 'text' : 'form'
}

/** The failure whose pause, if it asked for one, is to be waited for. */
export const failureOf = (state: Sending): ApiError | null =>
  state.kind === 'failed' && state.error instanceof ApiError ? state.error : null
