import type { SchemaNode, SchemaTable } from '../../lib/schema-node'

/** The backend's own document after normalising: what the comparison reads, whatever wrote it. */
export type BackendDocument = {
  /** `Blog API 2.1`, for sentences. */
  readonly title: string
  readonly operations: readonly BackendOperation[]
  readonly schemas: SchemaTable
}

export type BackendOperation = {
  /** In lower case. */
  readonly method: string
  /** As the document writes it, after the servers' common path: `/api` + `/groups/{group_id}`. */
  readonly path: string
  readonly operationId?: string
  readonly tags: readonly string[]
  readonly parameters: readonly BackendParameter[]
  readonly body?: BackendBody
  readonly answers: readonly BackendAnswer[]
  /** The ways to prove who asks, any of which will do; undefined where the document does not speak of it. */
  readonly security?: readonly Credential[]
}

export type BackendParameter = {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
}

export type BackendBody = { readonly required: boolean; readonly content: Content }

export type BackendAnswer = {
  readonly status: number
  readonly content: Content
  readonly headers: readonly BackendHeader[]
}

/** By media type without its parameters, in lower case. A schema that says nothing is `{}`. */
export type Content = ReadonlyMap<string, SchemaNode>

export type BackendHeader = {
  /** In lower case. */
  readonly name: string
  readonly required?: boolean
  readonly schema: SchemaNode
  readonly cookie?: Readonly<Record<string, unknown>>
}

/** `bearer` is the authorization header with a token however it was won; a cookie and others carry their name. */
export type Credential =
  | { readonly kind: 'none' | 'bearer' }
  | { readonly kind: 'cookie' | 'other'; readonly name: string }
