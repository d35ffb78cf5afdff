import { formatPattern } from '../../../scripts/lib/formats'
import { isObject } from '../../../scripts/lib/json'
import { matches } from '../../../scripts/lib/matches'
import type { Operation } from '../../../scripts/lib/operation'
import { resolveSchema, type SchemaTable } from '../../../scripts/lib/schema-node'
import { jsonOf } from '../answered'
import type { Call, Operator, Site } from '../mutant'
import { siteOf } from '../mutant'
import { type RequestPlace, requestPlaces } from '../request-places'
import { successAnswer } from '../success-answer'

/** The ways in which one value can be wrong; a number's own are left to `type`. */
const wrongs: Record<string, (value: unknown, place: RequestPlace) => boolean> = {
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

/** DR19: what the contract calls wrong is taken. */
const validationDropped: Operator = {
  driftId: 'DR19',
  sites: (operation, { schemas }) =>
    requestPlaces(operation, schemas)
      .filter(({ isItem }) => !isItem)
      .flatMap(place => lenientSites(operation, place, schemas)),
}

function lenientSites(operation: Operation, place: RequestPlace, schemas: SchemaTable): Site[] {
  return Object.entries(wrongs)
    .filter(([name]) => canBe(name, place))
    .map(([name, isWrong]) =>
      siteOf(`${place.place} ${name}`, {
        alter: (answer, call) => {
          if (answer.status !== 422 || !isWrong(heldBy(call, place), place)) return undefined
          return isElseRight(operation, call, place, schemas) ? successAnswer(operation) : undefined
        },
      }),
    )
}

function canBe(wrong: string, { flat, isRequired, in: where }: RequestPlace): boolean {
  if (wrong === 'missing') return isRequired && where !== 'path'
  if (wrong === 'too long') return flat.limits.maxLength !== undefined
  if (wrong === 'too short') return (flat.limits.minLength ?? 0) > 0 && where !== 'path'
  if (wrong === 'pattern') return flat.patterns.length > 0
  if (wrong === 'format') return flat.formats.includes('email')
  return flat.types?.includes('integer') ?? false
}

function heldBy(call: Call, place: RequestPlace): unknown {
  if (place.in === 'path') return call.params[place.name]
  if (place.in === 'query') return call.url.searchParams.get(place.name) ?? undefined
  const value = jsonOf(call)
  if (isObject(value)) return value[place.name]
  const text = new TextDecoder().decode(call.body)
  return new RegExp(`name="${place.name}"\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(text)?.[1]
}

/** A server that reads one field too kindly still refuses what is wrong with the others. */
function isElseRight({ body }: Operation, call: Call, place: RequestPlace, schemas: SchemaTable): boolean {
  const value = jsonOf(call)
  if (place.in !== 'body' || !body || !isObject(value)) return true
  const schema = resolveSchema(body.schema, schemas)
  const { [place.name]: _, ...properties } = schema.properties ?? {}
  const { [place.name]: __, ...rest } = value
  const required = schema.required?.filter(name => name !== place.name) ?? []
  return matches({ ...schema, properties, required }, rest, schemas)
}

export const leniencyOperators: readonly Operator[] = [validationDropped]
