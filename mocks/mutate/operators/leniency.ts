import { formatPattern } from '../../../scripts/lib/formats'
import { isObject } from '../../../scripts/lib/json'
import { matches } from '../../../scripts/lib/matches'
import type { Operation } from '../../../scripts/lib/operation'
import { resolveSchema, type SchemaTable } from '../../../scripts/lib/schema-node'
import type { Call, Operator, Site } from '../mutant'
import { createSite } from '../mutant'
import { type RequestLocation, requestLocations } from '../request-locations'
import { parseJson } from '../responses'
import { successResponse } from '../success-response'

/** How one value can be invalid; numeric limits are covered by `type`. */
const INVALID_VALUES: Record<string, (value: unknown, location: RequestLocation) => boolean> = {
  missing: (value, { isRequired }) => isRequired && value === undefined,
  'too long': (value, { flat }) =>
    typeof value === 'string' && value.length > (flat.limits.maxLength ?? Number.POSITIVE_INFINITY),
  'too short': (value, { flat }) => typeof value === 'string' && value.length < (flat.limits.minLength ?? 0),
  pattern: (value, { flat }) =>
    typeof value === 'string' &&
    value !== '' &&
    value.length <= (flat.limits.maxLength ?? Number.POSITIVE_INFINITY) &&
    flat.patterns.some(pattern => !new RegExp(pattern, 'u').test(value)),
  format: (value, { flat }) =>
    typeof value === 'string' &&
    value !== '' &&
    flat.formats.some(format => !(formatPattern(format)?.test(value) ?? true)),
  type: (value, { flat }) =>
    flat.types?.includes('integer') === true && value !== undefined && !/^\d+$/.test(String(value)),
}

/** DR19: values that the contract forbids are accepted. */
const validationDropped: Operator = {
  driftId: 'DR19',
  sites: (operation, { schemas }) =>
    requestLocations(operation, schemas)
      .filter(({ isItem }) => !isItem)
      .flatMap(location => lenientSites(operation, location, schemas)),
}

function lenientSites(operation: Operation, location: RequestLocation, schemas: SchemaTable): Site[] {
  return Object.entries(INVALID_VALUES)
    .filter(([name]) => applies(name, location))
    .map(([name, isWrong]) =>
      createSite(`${location.location} ${name}`, {
        after: (response, call) => {
          if (response.status !== 422 || !isWrong(getValue(call, location), location)) return undefined
          return isOtherwiseValid(operation, call, location, schemas) ? successResponse(operation) : undefined
        },
      }),
    )
}

function applies(wrong: string, { flat, isRequired, in: where }: RequestLocation): boolean {
  if (wrong === 'missing') return isRequired && where !== 'path'
  if (wrong === 'too long') return flat.limits.maxLength !== undefined
  if (wrong === 'too short') return (flat.limits.minLength ?? 0) > 0 && where !== 'path'
  if (wrong === 'pattern') return flat.patterns.length > 0
  if (wrong === 'format') return flat.formats.includes('email')
  return flat.types?.includes('integer') ?? false
}

function getValue(call: Call, location: RequestLocation): unknown {
  if (location.in === 'path') return call.params[location.name]
  if (location.in === 'query') return call.url.searchParams.get(location.name) ?? undefined
  const value = parseJson(call)
  if (isObject(value)) return value[location.name]
  const text = new TextDecoder().decode(call.body)
  return new RegExp(`name="${location.name}"\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(text)?.[1]
}

/** A server that is lenient about one field still rejects invalid values of the others. */
function isOtherwiseValid(
  { body }: Operation,
  call: Call,
  location: RequestLocation,
  schemas: SchemaTable,
): boolean {
  const value = parseJson(call)
  if (location.in !== 'body' || !body || !isObject(value)) return true
  const schema = resolveSchema(body.schema, schemas)
  const { [location.name]: _, ...properties } = schema.properties ?? {}
  const { [location.name]: __, ...rest } = value
  const required = schema.required?.filter(name => name !== location.name) ?? []
  return matches({ ...schema, properties, required }, rest, schemas)
}

export const leniencyOperators: readonly Operator[] = [validationDropped]
