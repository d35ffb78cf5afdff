import type { Contract } from '../load-contract'
import type { Operation, OperationResponse } from '../operation'
import { type DriftId, driftClasses } from './drift-classes'
import { type Exchange, headerOf } from './exchange'
import type { Expectation } from './expectation'
import type { Judgement, Severity } from './judgement'

/** One answer of a known operation, with all that its judges look at. */
export type Case = {
  readonly contract: Contract
  readonly operation: Operation
  readonly exchange: Exchange
  readonly response: NonNullable<Exchange['response']>
  readonly expectation: Expectation | undefined
  readonly body: ReadBody
}

/** What a body turned out to be; `json` counts for every content type, because it is looked at and not believed. */
export type ReadBody =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly isHtml: boolean }

/** Statuses whose answers never have a body (RFC 9110). */
const bodiless: readonly number[] = [204, 205, 304]

/** Reads the body of an answer; never throws. */
export function readBody({ status, body }: NonNullable<Exchange['response']>): ReadBody {
  if (body === undefined) return { kind: bodiless.includes(status) ? 'empty' : 'unknown' }
  if (body.length === 0) return { kind: 'empty' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    const start = new TextDecoder().decode(body.subarray(0, 1000))
    return { kind: 'text', isHtml: /^\s*(?:<!doctype html|<html|<head|<body|<!--|<\?xml)/i.test(start) }
  }
}

/** The detail of an error body; undefined when it has none that is a text. */
export function detailOf({ body }: Pick<Case, 'body'>): string | undefined {
  const detail = body.kind === 'json' ? propertyOf(body.value, 'detail') : undefined
  return typeof detail === 'string' ? detail : undefined
}

/** A property of an object, its own and not an inherited one. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** The content type of an answer without its parameters, in lower case; undefined when there is none. */
export function mediaTypeOf({ response }: Case): string | undefined {
  return headerOf(response.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() || undefined
}

type Draft = {
  readonly place: string
  readonly what: string
  readonly severity?: Severity | undefined
  readonly pointer?: string
  readonly status?: number
  readonly witness?: unknown
  readonly isAssumed?: boolean
}

/** A judgement of this case; as severe as its class unless the draft says otherwise. */
export function judged({ operation }: Case, driftId: DriftId, draft: Draft): Judgement {
  const { severity, isAssumed, ...rest } = draft
  return {
    driftId,
    severity: severity ?? driftClasses[driftId].severity,
    operationId: operation.operationId,
    ...rest,
    ...((isAssumed || operation.assumed) && { isAssumed: true }),
  }
}

/** A judgement about a documented answer and a pointer into its body. */
export function judgedBody(
  of: Case,
  driftId: DriftId,
  { status, assumed }: OperationResponse,
  draft: Omit<Draft, 'place' | 'status'> & { readonly pointer: string },
): Judgement {
  const place = draft.pointer === '' ? `answer ${status}` : `answer ${status} ${draft.pointer}`
  const isAssumed = draft.isAssumed === true || assumed === true
  return judged(of, driftId, { ...draft, status, place, isAssumed })
}
