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

/** The longest that a timer can wait. */
const longest = 2 ** 31 - 1

const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

/** What a value must be, in words that follow "must be"; one that no answer can have would fail inside of the platform. */
const rules: Record<string, readonly [what: string, accepts: (value: unknown) => boolean]> = {
  status: ['a whole number from 200 to 599', value => Number.isInteger(value) && isBetween(value, 200, 599)],
  milliseconds: [`a number from 0 to ${longest}`, value => isBetween(value, 0, longest)],
  headers: ['texts by name, as HTTP allows them', areHeaders],
  detail: ['a text', value => typeof value === 'string'],
  after: ['true or false', value => typeof value === 'boolean'],
}

/** What is wrong with a fault that somebody asks for, as one sentence; undefined when nothing is. */
export function findFaultProblem(asked: NonNullable<ControlChange['fault']>): string | undefined {
  const { operationId, fault, times } = asked
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
  return findValueProblem(fault)
}

function findValueProblem(fault: Fault): string | undefined {
  for (const [name, value] of Object.entries(fault)) {
    const [what, accepts] = (Object.hasOwn(rules, name) && rules[name]) || []
    if (accepts && !accepts(value)) return `${name} must be ${what}, not ${JSON.stringify(value)}.`
  }
  return undefined
}

function areHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Object.values(value).every(text => typeof text === 'string')) return false
  try {
    new Headers(Object.entries(value))
    return true
  } catch {
    return false
  }
}
