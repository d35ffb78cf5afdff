import { MAX_PARTICIPANTS } from '../platform/participants'
import type { SettingsRow } from '../platform/rows'

/** `what` follows "must be" in the error message. */
interface Rule {
  what: string
  accepts: (value: unknown) => boolean
}

const isSeconds = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const seconds: Rule = { what: 'a number of seconds, 0 or more', accepts: isSeconds }
const secondsOrNull: Rule = {
  what: `${seconds.what}, or null`,
  accepts: value => value === null || isSeconds(value),
}
const booleanRule: Rule = { what: 'true or false', accepts: value => typeof value === 'boolean' }

const labStarts: readonly unknown[] = ['usual', 'slow', 'failing'] satisfies SettingsRow['labStarts'][]

const isGroupSize = (size: unknown) =>
  Number.isInteger(size) && Number(size) >= 0 && Number(size) <= MAX_PARTICIPANTS

/** Validated by `validateChange`. */
const validatedElsewhere: Rule = { what: '', accepts: () => true }

/** Null: read-only. */
const rules: Record<keyof SettingsRow, Rule | null> = {
  accessLifetimeSeconds: seconds,
  refreshLifetimeSeconds: seconds,
  refreshGraceSeconds: seconds,
  emailConfirmsAfterSeconds: secondsOrNull,
  isLmsEnabled: booleanRule,
  isLmsCourseMissing: booleanRule,
  isBankRejecting: booleanRule,
  bankOrigin: {
    what: 'an origin such as http://127.0.0.1:4010, or null',
    accepts: value => value === null || (typeof value === 'string' && URL.canParse(value)),
  },
  admitsAfterSeconds: secondsOrNull,
  isMailWorking: booleanRule,
  labStarts: { what: `one of ${labStarts.join(', ')}`, accepts: value => labStarts.includes(value) },
  isTerminalHostBroken: booleanRule,
  isTerminalExclusive: booleanRule,
  groupSizes: {
    what: `numbers of users by group id, at most ${MAX_PARTICIPANTS} each`,
    accepts: value => typeof value === 'object' && value !== null && Object.values(value).every(isGroupSize),
  },
  latency: validatedElsewhere,
  network: validatedElsewhere,
  chaos: validatedElsewhere,
  start: null,
  dbName: null,
}

/** The error message for invalid settings; undefined when they are valid. */
export function validateSettings(settings: object): string | undefined {
  const open = Object.entries(rules).flatMap(([name, rule]) => (rule === null ? [] : [name]))
  for (const [name, value] of Object.entries(settings)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof SettingsRow] : undefined
    if (rule === undefined) return `There is no setting ${name}; there are ${open.join(', ')}.`
    if (rule === null) return `The setting ${name} is read-only.`
    if (!rule.accepts(value)) return `${name} must be ${rule.what}, not ${JSON.stringify(value)}.`
  }
  return undefined
}
