import type { FlatSchema } from './flatten-schema'
import type { Random } from './seeded-random'

const span = 100

/** A number within all limits, rounded to two decimals where they allow it. */
export function sampleNumber(flat: FlatSchema, isInteger: boolean, random: Random): number {
  const { low, high } = rangeOf(flat)
  const step = flat.multipleOf ?? (isInteger ? 1 : 0.01)
  for (let attempt = 0; attempt < 40; attempt++) {
    const value = onGrid(low, high, step, random)
    if (value !== undefined && isInside(flat, value) && (!isInteger || Number.isInteger(value))) return value
  }
  const between = low + (high - low) * random.next()
  if (!isInteger && flat.multipleOf === undefined && isInside(flat, between)) return between
  throw new RangeError(`No number lies within the limits ${JSON.stringify(flat.limits)}.`)
}

function rangeOf({ limits }: FlatSchema): { low: number; high: number } {
  const least = Math.max(
    limits.minimum ?? Number.NEGATIVE_INFINITY,
    limits.exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
  )
  const most = Math.min(
    limits.maximum ?? Number.POSITIVE_INFINITY,
    limits.exclusiveMaximum ?? Number.POSITIVE_INFINITY,
  )
  const low = Number.isFinite(least) ? least : Math.min(0, most - span)
  return { low, high: Number.isFinite(most) ? most : low + span }
}

function onGrid(low: number, high: number, step: number, random: Random): number | undefined {
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  if (last < first) return undefined
  const decimals = (String(step).split('.')[1] ?? '').length
  return Number((random.int(first, last) * step).toFixed(decimals))
}

function isInside({ limits, multipleOf }: FlatSchema, value: number): boolean {
  if (value < (limits.minimum ?? value) || value > (limits.maximum ?? value)) return false
  if (limits.exclusiveMinimum !== undefined && value <= limits.exclusiveMinimum) return false
  if (limits.exclusiveMaximum !== undefined && value >= limits.exclusiveMaximum) return false
  return multipleOf === undefined || Number.isInteger(value / multipleOf)
}
