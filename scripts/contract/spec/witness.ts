import type { SchemaNode, SchemaTable } from '../../lib/schema-node'
import { alternativesOf } from './alternatives'
import { plainValue } from './boundary-values'

/** Stands for a property that is left out. */
export const absent = Symbol('absent')

/** A plain value of a schema with one place of it set, so that the whole can be sent as it stands. */
export function valueWith(node: SchemaNode, schemas: SchemaTable, pointer: string, value: unknown): unknown {
  const [step, ...rest] = pointer.split('/').slice(1)
  if (step === undefined) return value
  const below = rest.map(one => `/${one}`).join('')
  for (const { type, flat } of alternativesOf(node, schemas)) {
    if (type === 'array' && step === '*') return [valueWith(flat.items ?? {}, schemas, below, value)]
    if (type !== 'object') continue
    const child = flat.properties.get(step) ?? (typeof flat.additional === 'object' ? flat.additional : {})
    const whole = { ...Object(plainValue(node, schemas)) }
    const inner = valueWith(child, schemas, below, value)
    if (inner !== absent) return { ...whole, [step === '*' ? 'key' : step]: inner }
    delete whole[step]
    return whole
  }
  return value === absent ? plainValue(node, schemas) : value
}
