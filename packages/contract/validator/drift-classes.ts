/** Documentation of a class of drift for backend developers. */
export type DriftClass = { readonly title: string; readonly severity: Severity; readonly advice: string }

/** For drift that a race causes. */
const COMMIT_NOTE =
  'An answer that is sent before its transaction is committed looks the same: commit first, then answer.'

/** All classes of drift. The ids are stable: baselines contain them. */
export const driftClasses = {
  DR01: {
    title: 'operation removed',
    severity: 'breaking',
    advice: 'Bring the operation back, or agree on a new contract with the client first.',
  },
  DR02: {
    title: 'method changed',
    severity: 'breaking',
    advice: 'Answer the method of the contract again, at least beside the new one.',
  },
  DR03: {
    title: 'path renamed or base path moved',
    severity: 'breaking',
    advice: 'Serve the old path again, or redirect it inside of the server.',
  },
  DR04: {
    title: 'undocumented operation',
    severity: 'information',
    advice: 'Add it to the contract when the client is to use it.',
  },
  DR05: {
    title: 'path parameter renamed',
    severity: 'information',
    advice: "Nothing breaks: the name is not sent. Use the contract's name so that documents agree.",
  },
  DR06: {
    title: 'path parameter type changed',
    severity: 'breaking',
    advice: 'Take the values that the contract lets the client send.',
  },
  DR07: {
    title: 'query parameter renamed',
    severity: 'breaking',
    advice: "Read the parameter under the contract's name again.",
  },
  DR08: {
    title: 'required query parameter added',
    severity: 'breaking',
    advice: 'Make it optional with a default: clients that are out there do not send it.',
  },
  DR09: {
    title: 'optional query parameter added or made optional',
    severity: 'information',
    advice: 'Add it to the contract when the client is to use it.',
  },
  DR10: {
    title: 'required body field added',
    severity: 'breaking',
    advice: 'Make it optional with a default: clients that are out there do not send it.',
  },
  DR11: {
    title: 'body field renamed',
    severity: 'breaking',
    advice: "Read the field under the contract's name again.",
  },
  DR12: {
    title: 'value of a request ignored',
    severity: 'degraded',
    advice: 'Read the value again: the client sends it and users expect its effect.',
  },
  DR13: {
    title: 'allowed values narrowed',
    severity: 'breaking',
    advice: 'Take every value that the contract takes.',
  },
  DR14: {
    title: 'maximum lowered',
    severity: 'degraded',
    advice: "Take everything up to the contract's maximum.",
  },
  DR15: {
    title: 'minimum raised',
    severity: 'degraded',
    advice: "Take everything from the contract's minimum on.",
  },
  DR16: {
    title: 'request null refused',
    severity: 'breaking',
    advice: 'Take null where the contract allows it.',
  },
  DR17: {
    title: 'request media type changed',
    severity: 'breaking',
    advice: 'Read the media type of the contract.',
  },
  DR18: {
    title: 'multipart part renamed',
    severity: 'breaking',
    advice: "Read the part under the contract's name again.",
  },
  DR19: {
    title: 'validation dropped',
    severity: 'degraded',
    advice: 'Reject what the contract calls invalid, with the documented error.',
  },
  DR20: {
    title: 'upload limit or type changed',
    severity: 'degraded',
    advice: 'Take files of the size and kind that the contract promises.',
  },
  DR21: {
    title: 'required answer field removed',
    severity: 'breaking',
    advice: 'Send the field in every answer.',
  },
  DR22: {
    title: 'required answer field became optional',
    severity: 'breaking',
    advice: 'Send the field in every answer; null is no substitute unless the contract says so.',
  },
  DR23: {
    title: 'optional field that the client uses never comes',
    severity: 'information',
    advice: 'Send the field whenever it has a value.',
  },
  DR24: {
    title: 'answer field renamed or moved',
    severity: 'breaking',
    advice: 'Send the field under the name and where the contract has it.',
  },
  DR25: { title: 'scalar type changed', severity: 'degraded', advice: 'Send the type of the contract.' },
  DR26: {
    title: 'null where none is promised',
    severity: 'breaking',
    advice: 'Send a value, or agree on null in the contract first.',
  },
  DR27: {
    title: 'enum value added',
    severity: 'degraded',
    advice:
      'Send a value of the contract. A new one has to be in the contract first: the client has no text for it.',
  },
  DR28: {
    title: 'enum value removed',
    severity: 'information',
    advice: 'Remove it from the contract when it will never come again.',
  },
  DR29: {
    title: 'date-time format lost',
    severity: 'breaking',
    advice: 'Send RFC 3339 with T and an offset, such as 2026-01-01T01:00:00+03:00.',
  },
  DR30: {
    title: 'date as a number',
    severity: 'breaking',
    advice: 'Send RFC 3339 with T and an offset, such as 2026-01-01T01:00:00+03:00.',
  },
  DR31: { title: 'other format lost', severity: 'information', advice: 'Send the format of the contract.' },
  DR32: {
    title: 'list became an object',
    severity: 'breaking',
    advice: 'Send the bare list; put paging into headers or a new operation.',
  },
  DR33: { title: 'object became a scalar', severity: 'breaking', advice: 'Send the object of the contract.' },
  DR34: {
    title: 'one list item is wrong',
    severity: 'breaking',
    advice: 'Find the record behind the item: the others are right.',
  },
  DR35: {
    title: 'undocumented field',
    severity: 'information',
    advice: 'Nothing breaks. Remove the field if this reader should not see it.',
  },
  DR36: {
    title: 'value outside of the promised range or pattern',
    severity: 'information',
    advice: 'Send values within the limits of the contract.',
  },
  DR37: {
    title: 'empty body instead of JSON',
    severity: 'breaking',
    advice: 'Send the JSON body of the contract.',
  },
  DR38: {
    title: 'invalid JSON',
    severity: 'breaking',
    advice: "Send JSON. If the body is an HTML page, look for a proxy that answers in the server's place.",
  },
  DR39: {
    title: 'null and object exchanged',
    severity: 'information',
    advice: 'Send exactly what the contract defines, including null and an empty body.',
  },
  DR40: {
    title: 'success status renumbered',
    severity: 'information',
    advice: 'Answer with the documented status.',
  },
  DR41: { title: 'empty answer got a body', severity: 'information', advice: 'Answer 204 without a body.' },
  DR42: {
    title: 'undocumented error status',
    severity: 'degraded',
    advice: 'Answer with the documented status, so that the client shows the right message.',
  },
  DR43: {
    title: 'another documented error status',
    severity: 'breaking',
    advice: 'Answer with the status that this situation has in the contract.',
  },
  DR44: {
    title: 'error turned into success',
    severity: 'degraded',
    advice: 'Reject this with the documented error.',
  },
  DR45: {
    title: 'server error instead of success',
    severity: 'breaking',
    advice: "Fix the server's own failure.",
  },
  DR46: {
    title: 'error shape changed',
    severity: 'breaking',
    advice: 'Send {"detail": "..."}: every message of the client is found by it.',
  },
  DR47: {
    title: 'detail outside of the catalogue',
    severity: 'degraded',
    advice: 'Use a detail of the contract, or add the new one to it with messages in both languages.',
  },
  DR48: {
    title: 'detail written in another way',
    severity: 'breaking',
    advice: 'Write the detail exactly as the contract does.',
  },
  DR49: {
    title: 'validation error shape changed',
    severity: 'degraded',
    advice: 'Send {"detail": "..."} or the list that FastAPI sends; the client reads both.',
  },
  DR50: {
    title: 'error page instead of JSON',
    severity: 'degraded',
    advice: 'Let errors of the application pass through the proxy as JSON.',
  },
  DR51: {
    title: 'answer media type changed',
    severity: 'degraded',
    advice: 'Send the content type of the contract.',
  },
  DR52: {
    title: 'content-type header missing',
    severity: 'degraded',
    advice: 'Name the content type of every body.',
  },
  DR53: {
    title: 'content-disposition missing or without a file name',
    severity: 'degraded',
    advice: 'Send content-disposition with a file name.',
  },
  DR54: { title: 'binary became JSON', severity: 'breaking', advice: 'Send the bytes themselves.' },
  DR55: {
    title: 'refresh cookie missing or renamed',
    severity: 'breaking',
    advice: "Set the refresh cookie under the contract's name.",
  },
  DR56: {
    title: 'cookie attribute weakened',
    severity: 'degraded',
    advice: 'Set HttpOnly, Secure, SameSite and Path as the contract says.',
  },
  DR57: {
    title: 'authentication no longer enforced',
    severity: 'degraded',
    advice: "Reject the call without a token: other users' data may be open.",
  },
  DR58: {
    title: 'authentication newly required',
    severity: 'breaking',
    advice: 'Answer this call without a token: the visitor has none yet.',
  },
  DR59: {
    title: 'security scheme changed',
    severity: 'breaking',
    advice: 'Read the token from where the contract sends it.',
  },
  DR60: {
    title: 'refresh protocol changed',
    severity: 'breaking',
    advice: `Refresh by the cookie, and answer with new tokens. ${COMMIT_NOTE}`,
  },
  DR61: {
    title: 'rate limit appeared',
    severity: 'degraded',
    advice: "Send Retry-After with 429, and leave room for the client's polling.",
  },
  DR62: {
    title: 'answers contradict each other',
    severity: 'degraded',
    advice: `Answer with the state that the calls before have led to. ${COMMIT_NOTE}`,
  },
  DR63: {
    title: 'order or relation of values changed',
    severity: 'degraded',
    advice: 'Send lists whole and in the promised order, and values that agree with each other.',
  },
  DR64: {
    title: 'answers take too long or are too large',
    severity: 'information',
    advice: 'Look at the query behind this answer.',
  },
  DR65: {
    title: 'terminal connection changed',
    severity: 'breaking',
    advice: 'Open the WebSocket at the address that the answer gives, without additions.',
  },
  DR66: {
    title: 'cross-origin rules changed',
    severity: 'breaking',
    advice: "Answer the preflight with the caller's origin and Allow-Credentials.",
  },
  DR67: {
    title: 'personal answer may be stored by a cache',
    severity: 'degraded',
    advice: 'Send Cache-Control: no-store with whatever needs a token, and let no proxy add another one.',
  },
} as const satisfies Record<string, DriftClass>

export type DriftId = keyof typeof driftClasses

/**
 * `breaking`: a screen or flow breaks; `degraded`: the client shows or does something wrong; `information`:
 * no effect.
 */
export type Severity = 'breaking' | 'degraded' | 'information'

export type ContractViolation = {
  readonly driftId: DriftId
  readonly severity: Severity
  /** Absent if it belongs to no operation. */
  readonly operationId?: string
  /**
   * Stable location in the operation, part of the fingerprint: `answer 200 /rows/*`, `answer 401 detail`,
   * `answer 200 header content-type`, `query task_id`, `body /username`, `path id`, `operation`.
   */
  readonly place: string
  /** For a difference in a body: the status (none for a request) and the pointer, `*` for list items. */
  readonly status?: number
  readonly pointer?: string
  readonly what: string
  /** A value that one side accepts and the other rejects, or the part of the response that is wrong. */
  readonly witness?: unknown
  /**
   * The kind of what came, part of the fingerprint: `string`, `null`, `absent`, `404`. A more exact kind follows a
   * colon (`string:refunded`). Derived from the witness by default.
   */
  readonly came?: string
  /** Replaces the advice of the class. */
  readonly advice?: string
  /** The contract marks this part with `x-assumed`. */
  readonly isAssumed?: boolean
}
