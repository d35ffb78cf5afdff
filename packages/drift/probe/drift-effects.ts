import type { Operation } from '../../contract/operation'
import type { Contract } from '../../contract/read-contract'
import { resolveSchema, type SchemaNode } from '../../contract/schema-node'
import { type ContractViolation, driftClasses } from '../../contract/validator/drift-classes'
import { driftIds } from '../../contract/validator/drift-ids'
import type { Exchange } from '../../contract/validator/exchange'
import type { Observation } from '../finding'
import type { AnyCall } from './facts'
import { parseJson } from './probe-user'

/**
 * The name of the first path or query value that is missing or malformed, or of the first required JSON property
 * that is missing; undefined if complete.
 */
export function findMissingValue(
  { parameters, body }: Operation,
  call: AnyCall,
  { schemas }: Contract,
): string | undefined {
  for (const { in: place, name, required, schema } of parameters) {
    if (place !== 'path' && place !== 'query') continue
    const value: unknown = call[place]?.[name]
    const isLeftOut = value === undefined && place === 'query' && !required
    if (!isLeftOut && !isValidParameter(value, schema, place)) return name
  }
  if (body?.contentType !== 'application/json' || typeof call.json !== 'object') return undefined
  const { required = [] } = resolveSchema(body.schema, schemas)
  const json = call.json as Readonly<Record<string, unknown>> | null
  return json === null ? undefined : required.find(name => json[name] === undefined)
}

function isValidParameter(value: unknown, { type }: SchemaNode, place: 'path' | 'query'): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  if (value === '') return place === 'query'
  return type === 'integer' || type === 'number' ? Number.isFinite(Number(value)) : true
}

/**
 * Why a value is missing: an earlier response had a violation at this name, as in `GET /groups sent no valid
 * group_id`.
 */
export function explainMissingValue(
  name: string,
  observations: readonly Observation[],
  { operations }: Contract,
): string {
  const names = [name, `${name}_id`, 'id']
  const last = (pointer = '') => pointer.split('/').at(-1) ?? ''
  const drifts = observations
    .map(({ violation }) => violation)
    .filter(({ pointer, status = 0 }) => pointer !== undefined && status < 300)
  for (const candidate of names) {
    const drift = drifts.find(({ pointer }) => last(pointer) === candidate)
    const from = operations.find(({ operationId }) => operationId === drift?.operationId)
    if (from) return `${from.method.toUpperCase()} ${from.path} sent no right ${candidate}`
  }
  return `no earlier response contained ${name}`
}

/** `flags` for `flag`. */
const togglePlural = (word: string) => (word.endsWith('s') ? word.slice(0, -1) : `${word}s`)
const toggleDash = (word: string) =>
  word.includes('-') ? word.replaceAll('-', '_') : word.replaceAll('_', '-')

export async function findMovedPath(
  path: string,
  request: (path: string) => Promise<Exchange>,
): Promise<string | undefined> {
  for (const other of similarPaths(path)) if (isKnown(await request(other))) return other
  return undefined
}

/** A missing record has a detail of the API, a missing path that of the framework. */
function isKnown(seen: Exchange): boolean {
  const { status = 404 } = seen.response ?? {}
  if (status !== 404) return status < 500
  const { detail } = (parseJson(seen) ?? {}) as { detail?: unknown }
  return typeof detail === 'string' && detail !== 'Not Found'
}

/** Where a removed path may have moved: trailing slash, plural, hyphen or underscore, version prefix. */
function similarPaths(path: string): string[] {
  const segments = path.split('/')
  const changed = segments.flatMap((segment, index) =>
    segment === '' || segment.startsWith('{')
      ? []
      : [togglePlural(segment), toggleDash(segment)].map(other => segments.with(index, other).join('/')),
  )
  // The last segment is renamed more often than its parents.
  return [...new Set([`${path}/`, ...changed.reverse(), `/v1${path}`, `/v2${path}`])].filter(
    one => one !== path,
  )
}

/**
 * An id that an answer handed out must open: where others do, a 404 is blamed on the answer that held the id (`x-probe`
 * of the parameter).
 */
export function blameSource(
  { parameters, method, path }: Operation,
  call: AnyCall,
  seenIds: ReadonlySet<number>,
  { response }: Exchange,
  violations: readonly ContractViolation[],
): readonly ContractViolation[] {
  const { source, in: place, name } = parameters.findLast(one => one.source !== undefined) ?? {}
  if (!source || (place !== 'path' && place !== 'query') || name === undefined) return violations
  const id = call[place]?.[name]
  if (response?.status !== 404 || !seenIds.has(Number(id))) return violations
  const what = `It hands out ${name} ${id}; ${method.toUpperCase()} ${path} answers 404 for it, and 200 for others.`
  return violations.map(one =>
    one.place === 'answer 200' || one.driftId === driftIds.operationRemoved
      ? {
          driftId: driftIds.wrongRelation,
          severity: driftClasses[driftIds.wrongRelation].severity,
          operationId: source.operation,
          place: `answer 200 ${source.pointer}`,
          status: 200,
          pointer: source.pointer,
          what,
          came: 'an id that does not open',
        }
      : one,
  )
}
