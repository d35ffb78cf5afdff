import type { SchemaNode } from './schema-node'

/**
 * The normalized description of an operation. Everything that needs the contract at run time (writers, mocks,
 * drift check) reads this instead of the OpenAPI document.
 */

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete'
/** `read` may be repeated, preloaded and retried; `write` may not, whatever its HTTP method is. */
export type Effect = 'read' | 'write'
/** How a call authenticates: access token, refresh cookie, or not at all. */
type Security = 'bearer' | 'refreshCookie' | 'none'
export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

/** `schema` has no `$ref` at its top level or in its items. */
export type Parameter = {
  readonly in: ParameterPlace
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly assumed?: boolean
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

type ResponseKind = 'json' | 'text' | 'binary' | 'empty'

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

/** `/groups/{id}` → `lp`. */
export function specificityOf(path: string): string {
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

export function responseOf(operation: Operation, status: number): OperationResponse | undefined {
  return operation.responses.find(response => response.status === status)
}
