import { nearest } from '../../lib/nearest'
import { UsageError } from '../errors'
import { type Login, roles } from '../probe/probe-options'
import { listed } from './values'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Logins of the command line and the environment by role. Later options override earlier ones, options
 * override the environment, whose variables may be empty only without a live server. No message repeats a
 * value: it may be a password.
 */
export function readLogins(
  given: (name: string) => readonly string[],
  env: Environment,
  isLive: boolean,
): Record<string, Login> {
  const [logins, loginNames, tokenNames] = ['login', 'login-env', 'token-env'].map(given)
  const isGiven = [logins, loginNames, tokenNames].some(list => list && list.length > 0)
  const result: Record<string, Login> = {}
  const addLogin = (text: string, source: string) => {
    const { role, value } = splitRole(text, source)
    result[role] = splitLogin(value, source)
  }
  const { CONTRACT_DRIFT_LOGIN: login, CONTRACT_DRIFT_TOKEN: token } = env
  // CI passes an empty secret to forks; without any login the run would look clean.
  if (isLive && !isGiven && !login && !token && (login ?? token) === '') {
    const name = login === '' ? 'CONTRACT_DRIFT_LOGIN' : 'CONTRACT_DRIFT_TOKEN'
    throw new UsageError(`The environment variable ${name} is empty; unset it to run without it.`)
  }
  if (!isGiven && login) addLogin(login, 'CONTRACT_DRIFT_LOGIN')
  else if (!isGiven && token) result.student = { token: token.trim() }
  for (const text of logins ?? []) addLogin(text, '--login')
  for (const name of loginNames ?? []) addLogin(variable(name, '--login-env', env), name)
  for (const text of tokenNames ?? []) {
    const { role, value } = splitRole(text, '--token-env')
    result[role] = { token: variable(value, '--token-env', env).trim() }
  }
  return result
}

function variable(name: string, option: string, env: Environment): string {
  const value = env[name]
  if (value) return value
  const isName = /^[A-Za-z_]\w*$/.test(name)
  const named = isName ? `The environment variable ${name}` : 'An environment variable'
  throw new UsageError(
    isName
      ? `${named} of ${option} is ${value === '' ? 'empty' : 'not set'}.`
      : `${option} takes the name of an environment variable, not the secret itself.`,
  )
}

function splitRole(text: string, source: string): { role: string; value: string } {
  const [, role, value = ''] = /^(\w+)=([\s\S]*)$/.exec(text) ?? []
  if (role === undefined) return { role: roles[0], value: text }
  if (roles.some(known => known === role)) return { role, value }
  const meant = nearest(role, roles)
  throw new UsageError(
    `${source} names an unknown role before the "="${meant ? ` (did you mean ${meant}?)` : ''}; the roles are ${listed(roles)}.`,
  )
}

function splitLogin(text: string, source: string): Login {
  const at = text.indexOf(':')
  const [username, password] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || password === '')
    throw new UsageError(`${source} must hold user:password, with a colon between them.`)
  return { username, password }
}
