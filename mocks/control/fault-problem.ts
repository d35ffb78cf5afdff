import { operationTable } from '../operations.gen'
import type { Fault } from '../world/faults'
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
  const status = 'status' in fault ? fault.status : undefined
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    return `status must be a whole number from 200 to 599, not ${status}.`
  }
  return undefined
}
