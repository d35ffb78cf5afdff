import { ApiError } from '../../api/errors'
import type { ErrorDetail } from '../../api/schema.gen'
import type { FieldProblem } from '../../lib/account-rules'
import { type FieldName, fieldNames, type Problems } from './registration-rules'

/** By a client rule, a known server error, or an unknown server error. */
export type FieldIssue =
  | { by: 'rule'; problem: FieldProblem }
  | { by: 'error'; error: ApiError }
  | { by: 'server' }

export type FieldIssues = { [Name in FieldName]?: FieldIssue }

export const toRuleIssues = (problems: Problems): FieldIssues => {
  const issues: FieldIssues = {}
  for (const name of fieldNames) {
    const problem = problems[name]
    if (problem) issues[name] = { by: 'rule', problem }
  }
  return issues
}

export interface Failure {
  error: unknown
  /** HTTP status, 500 if unknown. */
  status: number
  isInviteRefused: boolean
}

const fieldByDetail = new Map<ErrorDetail, FieldName>([
  ['User already registered', 'email'],
  ['Username already registered', 'username'],
  ['Username can contain letters, numbers, underscores and hyphens', 'username'],
  ['Password must be at least 8 characters', 'password'],
  ['Passwords do not match', 'confirmation'],
])

/** Field errors of a server response. */
export const getServerIssues = (error: unknown): FieldIssues => {
  if (!(error instanceof ApiError)) return {}
  const field = error.detail && fieldByDetail.get(error.detail)
  if (field) return { [field]: { by: 'error', error } }
  const issues: FieldIssues = {}
  for (const name of fieldNames) {
    if (Object.hasOwn(error.fields ?? {}, name)) issues[name] = { by: 'server' }
  }
  return issues
}

/** @param isInvited whether an invite was sent; without one its error is an ordinary failure */
export const toFailure = (error: unknown, isInvited: boolean): Failure => {
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

/** Whether the account may exist anyway: no response, or one of a gateway. */
export const mayHaveRegistered = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind !== 'http' || ((error.status ?? 500) >= 500 && !error.detail)
