import type { ErrorDetail } from '../../packages/contract/schema.gen'

/** An error response of a rule of the platform. The status and detail must be documented in the contract. */
export class ApiFault extends Error {
  readonly status: number
  readonly detail: ErrorDetail
  readonly headers: Readonly<Record<string, string>>
  /** Fields of the body beside `detail`. */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    detail: ErrorDetail,
    { headers = {}, extra = {} }: { headers?: Record<string, string>; extra?: Record<string, unknown> } = {},
  ) {
    super(`${status} ${detail}`)
    this.name = 'ApiFault'
    this.status = status
    this.detail = detail
    this.headers = headers
    this.extra = extra
  }
}

/** `seconds`: until the next try is accepted, at least 1. */
export function tooManyAttempts(seconds: number): ApiFault {
  return new ApiFault(429, 'too many attempts', { headers: { 'retry-after': String(seconds) } })
}
