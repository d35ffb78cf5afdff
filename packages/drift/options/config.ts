import { isObject, parseJson } from '../../contract/json'
import { nearest } from '../../contract/similar-names'
import { UsageError } from '../errors'
import { optionRows } from './option-table'
import type { Environment } from './values'

/** Options that make no sense in a file: passwords, and commands of their own. */
const COMMAND_LINE_ONLY = ['login', 'header', 'ca', 'config', 'explain', 'version', 'help', 'write-baseline']

export const configRows = optionRows.filter(({ name }) => !COMMAND_LINE_ONLY.includes(name))

export const CONFIG_FILE = 'flagship-drift.json'

/** Values that the environment gives are left out. Throws a UsageError. */
export function readConfig(text: string, env: Environment, file = CONFIG_FILE): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, value] of Object.entries(parse(text, file))) {
    if (name === '$schema' || name === '$comment') continue
    const row = configRows.find(one => one.name === name)
    if (!row) throw unknownKey(name)
    if (row.value === undefined) {
      if (typeof value !== 'boolean')
        throw new UsageError(`"${name}" in the configuration takes true or false.`)
      if (value) found.set(name, [])
    } else found.set(name, readValues(name, value, row.isRepeatable === true))
  }
  if (env.CONTRACT_DRIFT_URL) found.delete('url')
  if (env.CONTRACT_DRIFT_FIXTURES) found.delete('fixtures')
  return found
}

function parse(text: string, file: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text)
  if (value === undefined) throw new UsageError(`The configuration ${file} is not JSON.`)
  if (isObject(value)) return value
  throw new UsageError(`The configuration ${file} must be an object with options by name.`)
}

function unknownKey(name: string): UsageError {
  if (COMMAND_LINE_ONLY.includes(name))
    return new UsageError(`"${name}" belongs on the command line, not in the configuration.`)
  const meant = nearest(
    name,
    configRows.map(row => row.name),
  )
  const advice = meant === undefined ? '; --help lists all options.' : `; did you mean "${meant}"?`
  return new UsageError(`There is no option "${name}" in the configuration${advice}`)
}

function readValues(name: string, value: unknown, isRepeatable: boolean): string[] {
  const all = Array.isArray(value) ? value : [value]
  const isRight = all.every(one => (typeof one === 'string' && one !== '') || typeof one === 'number')
  if (isRight && (isRepeatable || all.length === 1)) return all.map(String)
  const form = isRepeatable ? 'a string or a list of strings' : 'one string or number'
  throw new UsageError(`"${name}" in the configuration takes ${form}.`)
}
