import { coerceForm, coerceParams, coerceQuery } from '../../scripts/lib/coerce'
import type { Operation } from '../../scripts/lib/operation'
import { schemas } from '../samplers.gen'
import { type ValidateFn, validateRequest } from '../validators.gen'
import { type RequestPart, toIssues, type ValidationIssue } from './issues'

/** A parsed request, not validated yet. */
export interface ReadCall {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body?: unknown
  form?: FormData
  /** The body doesn't match its content type. */
  isBodyBroken: boolean
}

/** Parses path, query and body, coerced to the types of their schemas; what can't be coerced stays text. */
export async function readCall(
  operation: Operation,
  request: Request,
  rawParams: Record<string, string>,
): Promise<ReadCall> {
  const params = coerceParams(operation, rawParams)
  const query = coerceQuery(operation, new URL(request.url).searchParams)
  return { params, query, ...(await readBody(operation, request)) }
}

async function readBody(operation: Operation, request: Request): Promise<Omit<ReadCall, 'params' | 'query'>> {
  if (!operation.body) return { isBodyBroken: false }
  try {
    if (operation.body.contentType === 'application/json') {
      const text = await request.text()
      if (text === '') return { isBodyBroken: false }
      return hasContentType(request, 'application/json')
        ? { body: JSON.parse(text), isBodyBroken: false }
        : { isBodyBroken: true }
    }
    if (!hasContentType(request, operation.body.contentType)) return { isBodyBroken: true }
    const form = await request.formData()
    return { form, body: coerceForm(operation, form, schemas), isBodyBroken: false }
  } catch {
    return { isBodyBroken: true }
  }
}

/** All issues of the request, in the order path, query, body; empty when it is valid. */
export function validateCall(operation: Operation, call: ReadCall): ValidationIssue[] {
  const checks = validateRequest[operation.operationId] ?? {}
  return [
    ...validatePart('path', checks.params, call.params),
    ...validatePart('query', checks.query, call.query),
    ...validateBody(operation, checks.body, call),
  ]
}

function validateBody({ body }: Operation, check: ValidateFn | undefined, call: ReadCall): ValidationIssue[] {
  if (!body) return []
  if (call.isBodyBroken) return [{ loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' }]
  if (call.body === undefined) {
    return body.required ? [{ loc: ['body'], msg: 'Field required', type: 'missing' }] : []
  }
  return validatePart('body', check, call.body)
}

function validatePart(place: RequestPart, check: ValidateFn | undefined, value: unknown): ValidationIssue[] {
  if (!check || check(value)) return []
  return toIssues(place, check.errors ?? [])
}

/** FastAPI ignores bodies with an unexpected content type. */
function hasContentType(request: Request, contentType: string): boolean {
  const [sent = ''] = (request.headers.get('content-type') ?? '').split(';')
  return sent.trim().toLowerCase() === contentType
}
