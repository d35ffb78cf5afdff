import type { Contract } from '../../lib/load-contract'
import type { Operation } from '../../lib/operation'
import { resolveSchema, type SchemaNode } from '../../lib/schema-node'
import type { Observation } from '../finding'
import type { LooseCall } from './contract-types'

/** The first thing that the call needs and does not hold, or holds as no such thing: `group_id`; undefined if whole. */
export function nameOfHole(
  { parameters, body }: Operation,
  call: LooseCall,
  { schemas }: Contract,
): string | undefined {
  for (const { in: place, name, required, schema } of parameters) {
    if (place !== 'path' && place !== 'query') continue
    const value: unknown = call[place]?.[name]
    const isLeftOut = value === undefined && place === 'query' && !required
    if (!isLeftOut && !fitsAddress(value, schema, place)) return name
  }
  if (body?.contentType !== 'application/json' || typeof call.json !== 'object') return undefined
  const { required = [] } = resolveSchema(body.schema, schemas)
  const json = call.json as Readonly<Record<string, unknown>> | null
  return json === null ? undefined : required.find(name => json[name] === undefined)
}

function fitsAddress(value: unknown, { type }: SchemaNode, place: 'path' | 'query'): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  if (value === '') return place === 'query'
  return type === 'integer' || type === 'number' ? Number.isFinite(Number(value)) : true
}

/** `GET /groups/{group}/tasks/{task} sent no group_id`, as far as the answers' own drift tells. */
export function whoSentNo(
  name: string,
  observations: readonly Observation[],
  { operations }: Contract,
): string {
  const names = [name, `${name}_id`, 'id']
  const last = (pointer = '') => pointer.split('/').at(-1) ?? ''
  const drifts = observations
    .map(({ judgement }) => judgement)
    .filter(({ pointer, status = 0 }) => pointer !== undefined && status < 300)
  for (const wanted of names) {
    const drift = drifts.find(({ pointer }) => last(pointer) === wanted)
    const from = operations.find(({ operationId }) => operationId === drift?.operationId)
    if (from) return `${from.method.toUpperCase()} ${from.path} sent no right ${wanted}`
  }
  return `no answer before it told ${name}`
}
