/**
 * A rule of the platform says no. `run-operation` turns it into the answer and fails loudly when the contract
 * does not document this status and detail for the operation.
 */
export class ApiFault extends Error {
  readonly status: number
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>
  /** Fields of the answer beside `detail`. */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    detail: string,
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

/** Too many tries; `seconds` (at least 1) until the next is taken. */
export function tooManyAttempts(seconds: number): ApiFault {
  return new ApiFault(429, 'too many attempts', { headers: { 'retry-after': String(seconds) } })
}
