import type { Operation, OperationResponse } from '../operation'
import type { Contract } from '../read-contract'
import { type ContractViolation, type DriftId, driftClasses, type Severity } from './drift-classes'
import { type Exchange, type Expectation, getHeader } from './exchange'

export type ResponseContext = {
  readonly contract: Contract
  readonly operation: Operation
  readonly exchange: Exchange
  readonly response: NonNullable<Exchange['response']>
  readonly expectation: Expectation | undefined
  readonly body: ReadBody
}

/** A response and what the contract promises for it. */
export type DocumentedContext = ResponseContext & { readonly documented: OperationResponse }

/** The parsed body; `json` for every content type, because the header may be wrong. */
export type ReadBody =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly isHtml: boolean }

/** Statuses without a body (RFC 9110). */
const BODILESS_STATUSES: readonly number[] = [204, 205, 304]

export function readBody({ status, body }: NonNullable<Exchange['response']>): ReadBody {
  if (body === undefined) return { kind: BODILESS_STATUSES.includes(status) ? 'empty' : 'unknown' }
  if (body.length === 0) return { kind: 'empty' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return { kind: 'json', value: JSON.parse(text) }
  } catch {
    const start = new TextDecoder().decode(body.subarray(0, 1000))
    return { kind: 'text', isHtml: /^\s*(?:<!doctype html|<html|<head|<body|<!--|<\?xml)/i.test(start) }
  }
}

export function getDetail({ body }: Pick<ResponseContext, 'body'>): string | undefined {
  const detail = body.kind === 'json' ? getProperty(body.value, 'detail') : undefined
  return typeof detail === 'string' ? detail : undefined
}

/** Own properties only. */
export function getProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** Without parameters, in lower case; undefined if there is none. */
export function getMediaType({ response }: ResponseContext): string | undefined {
  return getHeader(response.headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() || undefined
}

type Draft = {
  readonly place: string
  readonly what: string
  readonly severity?: Severity | undefined
  readonly pointer?: string
  readonly status?: number
  readonly witness?: unknown
  readonly came?: string
  readonly advice?: string
  readonly isAssumed?: boolean
}

/** Severity of the class by default. */
export function makeViolation(context: ResponseContext, driftId: DriftId, draft: Draft): ContractViolation {
  const { operationId, assumed } = context.operation
  const { severity = driftClasses[driftId].severity, isAssumed, ...rest } = draft
  return { driftId, severity, operationId, ...rest, ...((isAssumed || assumed) && { isAssumed: true }) }
}

export function makeBodyViolation(
  context: DocumentedContext,
  driftId: DriftId,
  draft: Omit<Draft, 'place' | 'status'> & { readonly pointer: string },
): ContractViolation {
  const { status, assumed } = context.documented
  const place = draft.pointer === '' ? `answer ${status}` : `answer ${status} ${draft.pointer}`
  const isAssumed = draft.isAssumed === true || assumed === true
  return makeViolation(context, driftId, { ...draft, status, place, isAssumed })
}

/** Names the limit that a 413 does not name. */
export function sizeNote({ exchange: { request }, response: { status }, body }: ResponseContext): string {
  if (status !== 413) return ''
  const size = request.body ? ` of ${(request.body.length / 1e6).toFixed(1)} MB` : ''
  const proxy = body.kind === 'json' ? '' : ', as nginx has in client_max_body_size'
  return ` A request${size} is over the limit of the server or of a proxy in front of it${proxy}.`
}
