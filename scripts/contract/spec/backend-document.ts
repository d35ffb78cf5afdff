import type { SchemaNode, SchemaTable } from '../../lib/schema-node'

/** The backend's OpenAPI document in a normalised form. */
export type BackendDocument = {
  /** `Blog API 2.1`, for messages. */
  readonly title: string
  readonly operations: readonly BackendOperation[]
  readonly schemas: SchemaTable
}

export type BackendOperation = {
  readonly method: string
  /** As written, after the common path of the servers: `/api` + `/groups/{group_id}`. */
  readonly path: string
  readonly operationId?: string
  readonly tags: readonly string[]
  readonly parameters: readonly BackendParameter[]
  readonly body?: BackendBody
  readonly responses: readonly BackendResponse[]
  /** Alternative credentials; undefined if the document does not say. */
  readonly security?: readonly Credential[]
}

export type BackendParameter = {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
}

export type BackendBody = { readonly required: boolean; readonly content: Content }

export type BackendResponse = {
  readonly status: number
  readonly content: Content
  readonly headers: readonly BackendHeader[]
}

/** By media type without parameters, in lower case. `{}` is a schema without constraints. */
export type Content = ReadonlyMap<string, SchemaNode>

export type BackendHeader = {
  readonly name: string
  readonly required?: boolean
  readonly schema: SchemaNode
  readonly cookie?: Readonly<Record<string, unknown>>
}

/** `bearer` is the authorization header with a token; a cookie and others have a name. */
export type Credential =
  | { readonly kind: 'none' | 'bearer' }
  | { readonly kind: 'cookie' | 'other'; readonly name: string }
