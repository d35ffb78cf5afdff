import { operationTable } from '../operations.gen'
import type { Fault } from '../platform/faults'
import type { ControlChange } from './mock-controls'

const kinds: Record<Exclude<Fault['kind'], 'wait'>, readonly string[]> = {
  status: ['status'],
  body: ['status', 'body'],
  html: [],
  empty: [],
  malformed: [],
  abort: [],
  reset: [],
  never: [],
  delay: ['milliseconds'],
}

/** Timer delays are 32-bit integers. */
const MAX_DELAY_MS = 2 ** 31 - 1

const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

/** Values that no HTTP response can have would fail inside of the platform. Each text follows "must be". */
const rules: Record<string, readonly [what: string, accepts: (value: unknown) => boolean]> = {
  status: ['a whole number from 200 to 599', value => Number.isInteger(value) && isBetween(value, 200, 599)],
  milliseconds: [`a number from 0 to ${MAX_DELAY_MS}`, value => isBetween(value, 0, MAX_DELAY_MS)],
  headers: ['valid HTTP headers, as an object of strings', isHeaders],
  detail: ['a string', value => typeof value === 'string'],
  after: ['true or false', value => typeof value === 'boolean'],
}

/** The error message for an invalid fault; undefined when it is valid. */
export function validateFault(request: NonNullable<ControlChange['fault']>): string | undefined {
  const { operationId, fault, times } = request
  if (!operationTable.some(row => row.operationId === operationId)) {
    return `The contract has no operation ${operationId}.`
  }
  if (times !== null && !(Number.isInteger(times) && times > 0)) {
    return `times must be a whole number above 0, or null for all calls, not ${times}.`
  }
  const needed = Object.hasOwn(kinds, fault.kind) ? kinds[fault.kind as keyof typeof kinds] : undefined
  if (!needed) return `There is no fault ${fault.kind}; there are ${Object.keys(kinds).join(', ')}.`
  const missing = needed.find(name => !Object.hasOwn(fault, name))
  if (missing !== undefined) return `A fault ${fault.kind} needs ${missing}.`
  return validateValues(fault)
}

function validateValues(fault: Fault): string | undefined {
  for (const [name, value] of Object.entries(fault)) {
    const [what, accepts] = (Object.hasOwn(rules, name) && rules[name]) || []
    if (accepts && !accepts(value)) return `${name} must be ${what}, not ${JSON.stringify(value)}.`
  }
  return undefined
}

function isHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Object.values(value).every(text => typeof text === 'string')) return false
  try {
    new Headers(Object.entries(value))
    return true
  } catch {
    return false
  }
}
