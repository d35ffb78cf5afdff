import { ApiError } from '../../api/errors'
import type { ErrorDetail } from '../../api/schema.gen'
import type { FieldProblem } from '../../lib/account-rules'
import { type FieldName, fieldNames, type Problems } from './registration-rules'

/** What is wrong with a field: a rule of ours, a refusal that the catalogue has words for, or one without. */
export type Fault =
  | { by: 'rule'; problem: FieldProblem }
  | { by: 'refusal'; error: ApiError }
  | { by: 'server' }

export type Faults = { [Name in FieldName]?: Fault }

export const faultsByRule = (problems: Problems): Faults => {
  const faults: Faults = {}
  for (const name of fieldNames) {
    const problem = problems[name]
    if (problem) faults[name] = { by: 'rule', problem }
  }
  return faults
}

/** A failure of the whole registration. */
export interface Failure {
  error: unknown
  /** The answer's HTTP status, 500 if unknown (specification §7). */
  status: number
  isInviteRefused: boolean
}

const homes = new Map<ErrorDetail, FieldName>([
  ['User already registered', 'email'],
  ['Username already registered', 'username'],
  ['Username can contain letters, numbers, underscores and hyphens', 'username'],
  ['Password must be at least 8 characters', 'password'],
  ['Passwords do not match', 'confirmation'],
])

/** The fields that a refusal speaks of, where the page has them. */
export const faultsOf = (error: unknown): Faults => {
  if (!(error instanceof ApiError)) return {}
  const home = error.detail && homes.get(error.detail)
  if (home) return { [home]: { by: 'refusal', error } }
  const faults: Faults = {}
  for (const name of fieldNames) {
    if (Object.hasOwn(error.fields ?? {}, name)) faults[name] = { by: 'server' }
  }
  return faults
}

/** @param isInvited whether a code was sent: without one, a word about it is an ordinary failure */
export const failureOf = (error: unknown, isInvited: boolean): Failure => {
  const hasAnswer = error instanceof ApiError && error.kind === 'http'
  return {
    error,
    status: (hasAnswer ? error.status : undefined) ?? 500,
    isInviteRefused:
      isInvited &&
      error instanceof ApiError &&
      (error.detail === 'Group with this invite code not found' ||
        Object.hasOwn(error.fields ?? {}, 'invite')),
  }
}

/** Whether the account may have been made all the same: no answer came, or none of the application's own. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind !== 'http' || ((error.status ?? 500) >= 500 && !error.detail)
