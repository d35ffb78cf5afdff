import type { Alternative } from './alternatives'

/** `a text in the format date-time`, `one of easy, medium, hard`. */
export function describe(one: Alternative | undefined): string {
  if (!one) return 'nothing'
  const { type, flat } = one
  if (flat.values) return flat.values.length === 1 ? quoted(flat.values[0]) : `one of ${listed(flat.values)}`
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat.limits
  const limits = [
    ...flat.formats.map(format => `in the format ${format}`),
    ...flat.patterns.map(pattern => `that fits ${pattern}`),
    minLength && `of at least ${minLength} characters`,
    maxLength !== undefined && `of at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    maximum !== undefined && `up to ${maximum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
  ]
  return [names[type], ...limits.filter(limit => limit)].join(' ')
}

const names: Readonly<Record<Alternative['type'], string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
  any: 'anything',
}

export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map(quoted).join(', ')
  return values.length > 10 ? `${shown} and ${values.length - 10} more` : shown
}

export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}
