import { type Operation, responseOf } from '../../scripts/lib/operation'
import type { AjvError } from '../validators.gen'

/** An invalid field, in FastAPI's format. */
export interface ValidationIssue {
  loc: (string | number)[]
  msg: string
  type: string
}

export type RequestPart = 'path' | 'query' | 'body'

/** FastAPI's messages by keyword of JSON Schema. */
const messages: Record<string, (params: Record<string, unknown>) => [type: string, msg: string]> = {
  required: () => ['missing', 'Field required'],
  additionalProperties: () => ['extra_forbidden', 'Extra inputs are not permitted'],
  minLength: ({ limit }) => ['string_too_short', `String should have at least ${limit} characters`],
  maxLength: ({ limit }) => ['string_too_long', `String should have at most ${limit} characters`],
  pattern: ({ pattern }) => ['string_pattern_mismatch', `String should match pattern '${pattern}'`],
  minItems: ({ limit }) => ['too_short', `List should have at least ${limit} items`],
  maxItems: ({ limit }) => ['too_long', `List should have at most ${limit} items`],
  minimum: ({ limit }) => ['greater_than_equal', `Input should be greater than or equal to ${limit}`],
  maximum: ({ limit }) => ['less_than_equal', `Input should be less than or equal to ${limit}`],
  enum: ({ allowedValues }) => ['enum', `Input should be one of ${JSON.stringify(allowedValues)}`],
  format: ({ format }) => ['value_error', `value is not a valid ${format}`],
}

const types: Record<string, string> = {
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
}

function describeError(place: RequestPart, { keyword, params }: AjvError): [string, string] {
  if (keyword === 'type') {
    const wanted = String(params.type)
    const type = types[wanted] ?? 'string'
    return [place === 'body' ? `${type}_type` : `${type}_parsing`, `Input should be a valid ${wanted}`]
  }
  return messages[keyword]?.(params) ?? ['value_error', 'Value is not valid']
}

function toLocation(place: RequestPart, { instancePath, keyword, params }: AjvError): (string | number)[] {
  const inside = instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => (/^\d+$/.test(part) ? Number(part) : part))
  const name = keyword === 'required' ? params.missingProperty : params.additionalProperty
  return [place, ...inside, ...(typeof name === 'string' ? [name] : [])]
}

export function toIssues(place: RequestPart, errors: readonly AjvError[]): ValidationIssue[] {
  return errors.map(error => {
    const [type, msg] = describeError(place, error)
    return { loc: toLocation(place, error), msg, type }
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
  const documented = responseOf(operation, 422)?.details ?? []
  const details = issues.map(({ loc, type }) => {
    const rule = ruleDetails.find(rule => rule.type === type && rule.fields.includes(String(loc.at(-1))))
    return rule && documented.includes(rule.detail) ? rule.detail : undefined
  })
  const [first] = details
  return { detail: first !== undefined && !details.includes(undefined) ? first : issues }
}
