import { largestCrowd } from '../platform/participants'
import type { SettingsRow } from '../platform/rows'

/** What a value must be, in words that follow "must be", and whether one is. */
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
const yesOrNo: Rule = { what: 'true or false', accepts: value => typeof value === 'boolean' }

const labStarts: readonly unknown[] = ['usual', 'slow', 'failing'] satisfies SettingsRow['labStarts'][]

const isCrowd = (size: unknown) => Number.isInteger(size) && Number(size) >= 0 && Number(size) <= largestCrowd

/** Controls of their own judge these values. */
const elsewhere: Rule = { what: '', accepts: () => true }

/** Null: only the platform itself may set it. */
const rules: Record<keyof SettingsRow, Rule | null> = {
  accessLifetimeSeconds: seconds,
  refreshLifetimeSeconds: seconds,
  refreshGraceSeconds: seconds,
  emailConfirmsAfterSeconds: secondsOrNull,
  isLmsEnabled: yesOrNo,
  isLmsCourseMissing: yesOrNo,
  doesBankRefuse: yesOrNo,
  bankOrigin: {
    what: 'an origin such as http://127.0.0.1:4010, or null',
    accepts: value => value === null || (typeof value === 'string' && URL.canParse(value)),
  },
  admitsAfterSeconds: secondsOrNull,
  isMailWorking: yesOrNo,
  labStarts: { what: `one of ${labStarts.join(', ')}`, accepts: value => labStarts.includes(value) },
  isTerminalHostBroken: yesOrNo,
  isTerminalExclusive: yesOrNo,
  crowds: {
    what: `numbers of people by id of group, at most ${largestCrowd} each`,
    accepts: value => typeof value === 'object' && value !== null && Object.values(value).every(isCrowd),
  },
  latency: elsewhere,
  network: elsewhere,
  chaos: elsewhere,
  start: null,
  dbName: null,
}

/** What is wrong with settings that somebody asks for, as one sentence; undefined when nothing is. */
export function findSettingsProblem(settings: object): string | undefined {
  const open = Object.entries(rules).flatMap(([name, rule]) => (rule === null ? [] : [name]))
  for (const [name, value] of Object.entries(settings)) {
    const rule = Object.hasOwn(rules, name) ? rules[name as keyof SettingsRow] : undefined
    if (rule === undefined) return `There is no setting ${name}; there are ${open.join(', ')}.`
    if (rule === null) return `The setting ${name} is the platform's own: nobody else can set it.`
    if (!rule.accepts(value)) return `${name} must be ${rule.what}, not ${JSON.stringify(value)}.`
  }
  return undefined
}
