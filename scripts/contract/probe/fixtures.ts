import { isObject } from '../../lib/json'
import { UsageError } from '../errors'
import { type Login, type ProbeValues, roles } from './probe-options'

export type Fixtures = {
  readonly logins: Readonly<Record<string, Login>>
  readonly values: ProbeValues
}

type Check = (value: unknown) => boolean

const isText: Check = value => typeof value === 'string' && value !== ''
const isNumber: Check = value => typeof value === 'number' && value > 0
const isTexts: Check = value => Array.isArray(value) && value.every(isText)
const holds =
  (fields: Readonly<Record<string, Check>>): Check =>
  value =>
    isObject(value) && Object.entries(fields).every(([name, check]) => check(value[name]))
const isLmsName = holds({ mnemonic_code_group: isText, gitlab_id: isText })

/** The type of each value; unknown names are rejected, since they are typos. */
const checks: { readonly [Name in keyof Required<ProbeValues>]: readonly [Check, string] } = {
  inviteCode: [isText, 'a text'],
  lmsCode: [isText, 'a text'],
  lmsTask: [isLmsName, 'an object with mnemonic_code_group and gitlab_id'],
  foreignLmsTask: [isLmsName, 'an object with mnemonic_code_group and gitlab_id'],
  laterLmsTask: [isLmsName, 'an object with mnemonic_code_group and gitlab_id'],
  rightFlag: [
    holds({ group_id: isNumber, task_id: isNumber, flag: isText }),
    'an object with group_id, task_id and flag',
  ],
  failingFlag: [isText, 'a text'],
  resetToken: [isText, 'a text'],
  labTask: [holds({ group_id: isNumber, task_id: isNumber }), 'an object with group_id and task_id'],
  labSeconds: [isNumber, 'a number above 0'],
  newAccountEmail: [
    value => isText(value) && /^[^@\s]*\*[^@\s]*@[^@\s]+$/.test(String(value)),
    'an address with a *',
  ],
  clientOrigin: [
    value => isText(value) && /^https?:\/\/[^/]+$/.test(String(value)),
    'an origin without a path',
  ],
  sends: [isTexts, 'a list of texts'],
}

/** Reads `{ "logins": { "student": … }, "values": { … } }`. Throws a UsageError. */
export function readFixtures(text: string): Fixtures {
  const file = parse(text)
  const unknown = Object.keys(file).find(name => !['$comment', 'logins', 'values'].includes(name))
  if (unknown !== undefined) fail(`"${unknown}" is not known there; it holds "logins" and "values"`)
  const { logins = {}, values = {} } = file
  if (!isObject(logins) || !isObject(values)) return fail('"logins" and "values" must be objects')
  for (const [role, login] of Object.entries(logins)) checkLogin(role, login)
  for (const [name, value] of Object.entries(values)) checkValue(name, value)
  return { logins: logins as Record<string, Login>, values: values as ProbeValues }
}

function parse(text: string): Record<string, unknown> {
  try {
    const file: unknown = JSON.parse(text)
    return isObject(file) ? file : fail('it is not an object')
  } catch (error) {
    if (error instanceof UsageError) throw error
    return fail('it is not JSON')
  }
}

function checkLogin(role: string, login: unknown): void {
  if (!roles.some(known => known === role))
    fail(`there is no role "${role}"; the roles are ${roles.join(', ')}`)
  const isLogin = holds({ username: isText, password: isText })(login) || holds({ token: isText })(login)
  if (!isLogin) fail(`the login "${role}" needs a username and a password, or a token`)
}

function checkValue(name: string, value: unknown): void {
  const [check, form] = checks[name as keyof typeof checks] ?? []
  if (!check) fail(`there is no value "${name}"; the values are ${Object.keys(checks).join(', ')}`)
  else if (!check(value)) fail(`the value "${name}" must be ${form}`)
}

function fail(why: string): never {
  throw new UsageError(`The fixtures file cannot be used: ${why}.`)
}
