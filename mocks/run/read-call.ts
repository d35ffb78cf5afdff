import { coerceForm, coerceParams, coerceQuery } from '../../packages/contract/coerce'
import { findIssues, type Issue } from '../../packages/contract/json-schema'
import { getResponse, type Operation } from '../../packages/contract/operation'
import { schemas } from '../samplers.gen'

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
  return [
    ...validateParameters(operation, 'path', call.params),
    ...validateParameters(operation, 'query', call.query),
    ...validateBody(operation, call),
  ]
}

function validateParameters(
  { parameters }: Operation,
  place: 'path' | 'query',
  values: Readonly<Record<string, unknown>>,
): ValidationIssue[] {
  return parameters
    .filter(parameter => parameter.in === place)
    .flatMap(({ name, required, schema }) => {
      if (Object.hasOwn(values, name))
        return toIssues([place, name], findIssues(schema, values[name], schemas))
      return required ? [{ loc: [place, name], msg: 'Field required', type: 'missing' }] : []
    })
}

function validateBody({ body }: Operation, call: ReadCall): ValidationIssue[] {
  if (!body) return []
  if (call.isBodyBroken) return [{ loc: ['body', 0], msg: 'JSON decode error', type: 'json_invalid' }]
  if (call.body === undefined) {
    return body.required ? [{ loc: ['body'], msg: 'Field required', type: 'missing' }] : []
  }
  const issues = findIssues(body.schema, call.body, schemas)
  // Files are no JSON.
  const isFile = ({ path }: Issue) => path.reduce(getAt, call.body) instanceof File
  return toIssues(['body'], call.form ? issues.filter(one => !isFile(one)) : issues)
}

const getAt = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

/** FastAPI ignores bodies with an unexpected content type. */
function hasContentType(request: Request, contentType: string): boolean {
  const [sent = ''] = (request.headers.get('content-type') ?? '').split(';')
  return sent.trim().toLowerCase() === contentType
}

/** An invalid field, in FastAPI's format. */
export interface ValidationIssue {
  loc: (string | number)[]
  msg: string
  type: string
}

/** FastAPI's type and message by keyword of JSON Schema. */
const messages: Record<string, (expected: unknown) => [type: string, msg: string]> = {
  required: () => ['missing', 'Field required'],
  additionalProperties: () => ['extra_forbidden', 'Extra inputs are not permitted'],
  minLength: limit => ['string_too_short', `String should have at least ${limit} characters`],
  maxLength: limit => ['string_too_long', `String should have at most ${limit} characters`],
  pattern: pattern => ['string_pattern_mismatch', `String should match pattern '${pattern}'`],
  minItems: limit => ['too_short', `List should have at least ${limit} items`],
  maxItems: limit => ['too_long', `List should have at most ${limit} items`],
  minimum: limit => ['greater_than_equal', `Input should be greater than or equal to ${limit}`],
  maximum: limit => ['less_than_equal', `Input should be less than or equal to ${limit}`],
  enum: values => ['enum', `Input should be one of ${JSON.stringify(values)}`],
  format: format => ['value_error', `value is not a valid ${format}`],
}

const types: Record<string, string> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
}

function describe(place: unknown, { keyword, expected }: Issue): [type: string, msg: string] {
  if (keyword === 'type') {
    const type = types[String(expected)] ?? 'string'
    return [place === 'body' ? `${type}_type` : `${type}_parsing`, `Input should be a valid ${expected}`]
  }
  return messages[keyword]?.(expected) ?? ['value_error', 'Value is not valid']
}

function toIssues(place: (string | number)[], issues: readonly Issue[]): ValidationIssue[] {
  return issues.map(one => {
    const [type, msg] = describe(place[0], one)
    return { loc: [...place, ...one.path], msg, type }
  })
}

/** Rules that the platform checks in its own code, reported as a single `detail`. */
const ruleDetails = [
  {
    fields: ['password', 'new_password'],
    type: 'string_too_short',
    detail: 'Password must be at least 8 characters',
  },
  {
    fields: ['username', 'new_username'],
    type: 'string_pattern_mismatch',
    detail: 'Username can contain letters, numbers, underscores and hyphens',
  },
]

/**
 * The body of a 422: a single detail if only such rules are broken and documented for the operation, else the list of
 * fields.
 */
export function toValidationErrorBody(
  operation: Operation,
  issues: ValidationIssue[],
): { detail: string | ValidationIssue[] } {
  const documented = getResponse(operation, 422)?.details ?? []
  const details = issues.map(({ loc, type }) => {
    const rule = ruleDetails.find(rule => rule.type === type && rule.fields.includes(String(loc.at(-1))))
    return rule && documented.includes(rule.detail) ? rule.detail : undefined
  })
  const [first] = details
  return { detail: first !== undefined && !details.includes(undefined) ? first : issues }
}
