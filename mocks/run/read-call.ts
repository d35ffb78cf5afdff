import { coerceForm, coerceParams, coerceQuery } from '../../scripts/lib/coerce'
import type { Operation } from '../../scripts/lib/operation'
import { schemas } from '../samplers.gen'
import { type ValidateFn, validateRequest } from '../validators.gen'
import { issuesOf, type RequestPlace, type ValidationIssue } from './issues'

/** A request as read, before anything is judged. */
export interface ReadCall {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body?: unknown
  form?: FormData
  /** The body could not be read as what its content type says. */
  isBodyBroken: boolean
}

/** Reads path, query and body, each value turned into the type that its schema wants; what cannot be stays text. */
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
      return isSentAs(request, 'application/json')
        ? { body: JSON.parse(text), isBodyBroken: false }
        : { isBodyBroken: true }
    }
    if (!isSentAs(request, operation.body.contentType)) return { isBodyBroken: true }
    const form = await request.formData()
    return { form, body: coerceForm(operation, form, schemas), isBodyBroken: false }
  } catch {
    return { isBodyBroken: true }
  }
}

/** Everything that is wrong with the request, in the order path, query, body; empty when it is valid. */
export function judgeCall(operation: Operation, call: ReadCall): ValidationIssue[] {
  const checks = validateRequest[operation.operationId] ?? {}
  return [
    ...judge('path', checks.params, call.params),
    ...judge('query', checks.query, call.query),
    ...judgeBody(operation, checks.body, call),
  ]
}

function judgeBody({ body }: Operation, check: ValidateFn | undefined, call: ReadCall): ValidationIssue[] {
  if (!body) return []
  if (call.isBodyBroken) return [{ loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' }]
  if (call.body === undefined) {
    return body.required ? [{ loc: ['body'], msg: 'Field required', type: 'missing' }] : []
  }
  return judge('body', check, call.body)
}

function judge(place: RequestPlace, check: ValidateFn | undefined, value: unknown): ValidationIssue[] {
  if (!check || check(value)) return []
  return issuesOf(place, check.errors ?? [])
}

/** FastAPI reads no body whose type is not the one it expects, however well it would parse. */
function isSentAs(request: Request, contentType: string): boolean {
  const [sent = ''] = (request.headers.get('content-type') ?? '').split(';')
  return sent.trim().toLowerCase() === contentType
}
