/**
 * Types of one operation, derived from `operations` of openapi-typescript. They type the mocks by the contract: an
 * undocumented status, field or error detail does not compile.
 */

type Content<Op> = Op extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Media }
    ? Media
    : never
  : never
type Responses<Op> = Op extends { responses: infer All } ? All : never
type ContentAt<Op, Status> = Status extends keyof Responses<Op>
  ? Responses<Op>[Status] extends { content: infer Media }
    ? Media
    : never
  : never
type Parameters<Op, Place extends string> = Op extends { parameters: { [Key in Place]?: infer Values } }
  ? [NonNullable<Values>] extends [never]
    ? Record<never, never>
    : NonNullable<Values>
  : Record<never, never>

/** Bytes of a download. */
type BinaryBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string

export type PathParamsOf<Op> = Parameters<Op, 'path'>
export type QueryOf<Op> = Parameters<Op, 'query'>

/** The JSON body, or undefined where there is none or it is a form; optional bodies may be undefined. */
export type BodyOf<Op> =
  Content<Op> extends { 'application/json': infer Body }
    ? Op extends { requestBody: unknown }
      ? Body
      : Body | undefined
    : undefined

export type StatusOf<Op> = keyof Responses<Op> & number

/** The body of an answer: JSON or text as typed, bytes for a download, undefined for an empty answer. */
export type JsonBodyOf<Op, Status> = [ContentAt<Op, Status>] extends [never]
  ? undefined
  : ContentAt<Op, Status> extends { 'application/json': infer Body }
    ? Body
    : ContentAt<Op, Status>[keyof ContentAt<Op, Status>] extends infer Text
      ? keyof ContentAt<Op, Status> extends `text/${string}`
        ? Text
        : BinaryBody
      : never

/** Any documented answer. `cookies` are whole `set-cookie` values. */
export type AnswerOf<Op> = {
  [Status in StatusOf<Op>]: {
    status: Status
    headers?: Record<string, string>
    cookies?: string[]
  } & (undefined extends JsonBodyOf<Op, Status>
    ? { body?: JsonBodyOf<Op, Status> }
    : { body: JsonBodyOf<Op, Status> })
}[StatusOf<Op>]
