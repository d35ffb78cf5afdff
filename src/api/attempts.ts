import { isRecord } from '../lib/is-record'
import type { Group } from './responses'
import type { Attempt } from './schema.gen'

const isAttempt = (value: unknown): value is Attempt => isRecord(value) && Number.isSafeInteger(value.id)

/** Attempts of a group, newest first; empty when malformed. */
export const getAttempts = (group: Pick<Group, 'attempts'> | undefined): Attempt[] => {
  const attempts: unknown = group?.attempts
  return (Array.isArray(attempts) ? attempts : []).filter(isAttempt).sort((a, b) => b.id - a.id)
}
