import type { SchemaNode } from './schema-node'

/**
 * The normalized description of an operation. Everything that needs the contract at run time (writers, mocks,
 * drift check) reads this instead of the OpenAPI document.
 */

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'
/** `read` may be repeated, preloaded and retried; `write` may not, whatever its HTTP method is. */
export type Effect = 'read' | 'write'
/** How a call authenticates: access token, refresh cookie, not at all, or in a way that is not judged. */
type Security = 'bearer' | 'refreshCookie' | 'none' | 'other'
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** `schema` has no `$ref` at its top level or in its items. */
export type Parameter = {
  readonly in: ParameterPlace
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly assumed?: boolean
  /** The answer that the values are taken from (`x-probe`). */
  readonly source?: { readonly operation: string; readonly pointer: string }
}

export type RequestBody = {
  readonly required: boolean
  readonly contentType: 'application/json' | 'multipart/form-data'
  readonly schema: SchemaNode
}

/** The `x-cookie` of a `set-cookie` header. */
type DeclaredCookie = {
  readonly name: string
  readonly httpOnly?: boolean
  readonly secure?: boolean
  readonly sameSite?: string
  readonly path?: string
}

export type ResponseHeader = {
  /** In lower case. */
  readonly name: string
  readonly required: boolean
  readonly schema?: SchemaNode
  readonly cookie?: DeclaredCookie
}

/** `any` if the contract does not describe the body. */
type ResponseKind = 'json' | 'text' | 'binary' | 'empty' | 'any'

export type OperationResponse = {
  readonly status: number
  readonly kind: ResponseKind
  readonly contentType?: string
  readonly schema?: SchemaNode
  readonly headers: readonly ResponseHeader[]
  /** The values of `detail` in this error response, in the contract's order. */
  readonly details?: readonly string[]
  readonly example?: unknown
  readonly assumed?: boolean
}

export type Operation<Id extends string = string> = {
  readonly operationId: Id
  readonly tag: string
  readonly method: Method
  /** As in the contract, without the base path: `/groups/{id}`. */
  readonly path: string
  readonly effect: Effect
  readonly assumed: boolean
  readonly security: Security
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  /** By rising status. */
  readonly responses: readonly OperationResponse[]
  /** One character for each path segment, `l` for literal and `p` for parameter: sorted, specific paths come first. */
  readonly specificity: string
}

/** `GET /groups/{id}`. */
export function getCall({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`
}

/** `/groups/{id}` → `lp`. */
export function getSpecificity(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map(segment => (segment.includes('{') ? 'p' : 'l'))
    .join('')
}

type Routed = Pick<Operation, 'specificity' | 'path' | 'method'>

/** Sorts so that the first match is the right one: literal segments before parameters, then by name. */
export function bySpecificity(a: Routed, b: Routed): number {
  return (
    compareText(a.specificity, b.specificity) ||
    compareText(a.path, b.path) ||
    compareText(a.method, b.method)
  )
}

/** Compares by code unit: the same in every locale, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** `/groups/{id}` → `/groups/:id`, as msw and other routers want it. */
export function colonPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

export function getResponse(operation: Operation, status: number): OperationResponse | undefined {
  return operation.responses.find(response => response.status === status)
}

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

/** A response with every optional property of the contract present, as the simulated platform sends it. */
export type Complete<T> = T extends readonly (infer Item)[]
  ? Complete<Item>[]
  : T extends object
    ? { [Name in keyof T]-?: Complete<Exclude<T[Name], undefined>> }
    : T
