import { parseArgs } from 'node:util'
import { nearest } from '../../contract/similar-names'
import { type DriftId, driftClasses, type Severity } from '../../contract/validator/drift-classes'
import { UsageError } from '../errors'
import type { Login } from '../probe/probe-options'
import type { MinimumCoverage } from '../report/report'
import { readConfig } from './config'
import { optionRows } from './option-table'
import {
  type Environment,
  type Format,
  quoted,
  readBaseUrl,
  readChoice,
  readFormats,
  readHeaders,
  readLogins,
  readMinimum,
  readNumber,
  readWholeNumber,
} from './values'

export type CheckOptions = {
  readonly kind: 'check'
  readonly url?: string
  /** `auto`, a URL or a file; absent if no document is compared. */
  readonly spec?: string
  readonly live: 'readonly' | 'full' | 'off'
  readonly recordings: readonly string[]
  /** File or URL of a contract that replaces the built-in one. */
  readonly contract?: string
  /** Tags and operationIds; all operations if empty. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly waitSeconds: number
  readonly proxy?: { readonly port: number; readonly file?: string }
  readonly logins: Readonly<Record<string, Login>>
  /** Of every request, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** A file with certificates. */
  readonly ca?: string
  readonly fixtures?: string
  readonly plan: 'smoke' | 'full'
  /** A module with a plan of its own. */
  readonly planFile?: string
  readonly seed: number
  readonly requestsPerSecond: number
  /** Whether the rate was set explicitly, so that it holds on loopback too. */
  readonly isRateEnforced: boolean
  readonly maxSeconds: number
  readonly failOn: Severity
  readonly isAssumedCounted: boolean
  readonly minimum: MinimumCoverage
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly formats: readonly Format[]
  readonly out?: string
  readonly isQuiet: boolean
  readonly isVerbose: boolean
}

export type Options =
  | CheckOptions
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'explain'; readonly id: DriftId | 'all' }

/** Values by option name; empty for flags. */
type Given = ReadonlyMap<string, readonly string[]>

/** Reads the text of a configuration file; undefined if there is none and it was not named by `--config`. */
export type ReadConfigFile = (name: string | undefined) => string | undefined

/** Parses the arguments after node and the script; throws a UsageError. */
export function readOptions(
  argv: readonly string[],
  env: Environment = {},
  readFile: ReadConfigFile = () => undefined,
): Options {
  const { given, rest } = readTokens(argv)
  if (given.has('help')) return { kind: 'help' }
  if (given.has('version')) return { kind: 'version' }
  const explained = oneOf(given, 'explain')
  if (explained !== undefined) return { kind: 'explain', id: readDriftId(explained) }
  const file = oneOf(given, 'config')
  const text = readFile(file)
  const config = text === undefined ? new Map() : readConfig(text, env, file)
  // Accounts on the command line or in the environment replace those of the configuration as a whole.
  if (['login', 'login-env', 'token-env'].some(name => given.has(name)))
    for (const name of ['login-env', 'token-env']) config.delete(name)
  return readCheck(new Map([...config, ...given]), rest, env)
}

function readTokens(argv: readonly string[]): { given: Given; rest: string[] } {
  const names = optionRows.map(({ name }) => name)
  const options = Object.fromEntries(
    optionRows.map(({ name, value }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const given = new Map<string, string[]>()
  const rest: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value)
    if (token.kind !== 'option') continue
    const row = optionRows.find(({ name }) => name === token.name)
    if (!row || !token.rawName.startsWith('--')) {
      const meant = nearest(token.name, names)
      const advice = meant === undefined ? '--help lists all options' : `did you mean --${meant}?`
      throw new UsageError(`There is no option ${token.rawName}; ${advice}${meant === undefined ? '.' : ''}`)
    }
    given.set(row.name, [...(given.get(row.name) ?? []), ...readValue(row, token.value, token.inlineValue)])
  }
  for (const row of optionRows) {
    if (!row.isRepeatable && (given.get(row.name)?.length ?? 0) > 1)
      throw new UsageError(`--${row.name} is given twice; keep one.`)
  }
  return { given, rest }
}

function readValue(
  row: { name: string; value?: string },
  value: string | undefined,
  isInline: boolean | undefined,
): string[] {
  if (row.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${row.name} takes no value.`)
    return []
  }
  // In `--url --spec x` the value is missing; `--url=--spec` is explicit.
  if (!value || (value.startsWith('--') && !isInline))
    throw new UsageError(`--${row.name} needs a value: --${row.name} ${row.value}.`)
  return [value]
}

function oneOf(given: Given, name: string): string | undefined {
  return given.get(name)?.[0]
}

function readDriftId(text: string): DriftId | 'all' {
  if (text === 'all') return text
  const id = text.toUpperCase()
  if (isDriftId(id)) return id
  throw new UsageError(`There is no class of drift ${quoted(text)}; --explain all lists them.`)
}

function isDriftId(text: string): text is DriftId {
  return Object.hasOwn(driftClasses, text)
}

function readCheck(given: Given, rest: readonly string[], env: Environment): CheckOptions {
  const value = (name: string) => oneOf(given, name)
  const choice = <Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) =>
    readChoice(name, value(name), choices) ?? fallback
  const address = value('url') ?? (env.CONTRACT_DRIFT_URL || undefined)
  const url = address === undefined ? undefined : readBaseUrl(address)
  const port = readWholeNumber('proxy', value('proxy'), 1, 65_535)
  const recordings = readRecordings(given.get('har') ?? [], rest)
  const live = choice('live', ['readonly', 'full', 'off'], url && port === undefined ? 'readonly' : 'off')
  const planFile = /\.[cm]?js$/.test(value('plan') ?? '') ? value('plan') : undefined
  const spec = value('spec') ?? (url && port === undefined ? 'auto' : undefined)
  const failOn = choice('fail-on', ['breaking', 'degraded', 'any'], 'degraded')
  const found = readFormats(value('format'))
  // Errors of one option come before errors of combinations.
  const bounds = {
    seed: readWholeNumber('seed', value('seed'), 0, 2 ** 31) ?? 1,
    requestsPerSecond: readNumber('rate', value('rate'), 0.1, 10_000) ?? 50,
    isRateEnforced: given.has('rate'),
    maxSeconds: readNumber('timeout', value('timeout'), 1, 86_400) ?? 120,
    waitSeconds: readNumber('wait', value('wait'), 0, 3600) ?? 0,
    minimum: readMinimum(value('min-coverage')),
  }
  checkCombinations({
    url,
    spec,
    live,
    port,
    recordings,
    record: value('record'),
    out: value('out'),
    found,
  })
  return {
    kind: 'check',
    ...withDefined('url', url),
    ...withDefined('spec', spec),
    live,
    recordings,
    ...withDefined('contract', value('contract')),
    only: readNames(given.get('only')),
    skip: readNames(given.get('skip')),
    ...withDefined(
      'proxy',
      port === undefined ? undefined : { port, ...withDefined('file', value('record')) },
    ),
    logins: readLogins((name: string) => given.get(name) ?? [], env),
    headers: readHeaders([
      ...(given.get('header') ?? []),
      ...(env.CONTRACT_DRIFT_HEADERS ?? '').split(/\r?\n/),
    ]),
    ...withDefined('ca', value('ca')),
    ...withDefined('fixtures', value('fixtures') ?? (env.CONTRACT_DRIFT_FIXTURES || undefined)),
    plan: planFile === undefined ? choice('plan', ['smoke', 'full'], 'full') : 'full',
    ...withDefined('planFile', planFile),
    ...bounds,
    failOn: failOn === 'any' ? 'information' : failOn,
    isAssumedCounted: choice('assumed', ['count', 'tell'], 'count') === 'count',
    ...withDefined('baseline', value('baseline')),
    ...withDefined('writeBaseline', value('write-baseline')),
    formats: found,
    ...withDefined('out', value('out')),
    isQuiet: given.has('quiet'),
    isVerbose: given.has('verbose'),
  }
}

/** For object literals with exact optional properties. */
function withDefined<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [Name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [Name in Key]: Value })
}

type GivenOptions = {
  readonly url: string | undefined
  readonly spec: string | undefined
  readonly live: string
  readonly port: number | undefined
  readonly recordings: readonly string[]
  readonly record: string | undefined
  readonly out: string | undefined
  readonly found: readonly Format[]
}

/** Rejects options that are valid but do not fit together; throws a UsageError. */
function checkCombinations({ url, spec, live, port, recordings, record, out, found }: GivenOptions): void {
  const needsUrl = (option: string) => new UsageError(`${option} needs --url: the base path of the server.`)
  if (!url && live !== 'off') throw needsUrl(`--live ${live}`)
  if (!url && port !== undefined) throw needsUrl('--proxy')
  if (!url && spec === 'auto') throw needsUrl('--spec auto')
  if (record !== undefined && port === undefined)
    throw new UsageError('--record names the file of --proxy; give a port with --proxy 4040.')
  if (spec === undefined && live === 'off' && recordings.length === 0 && port === undefined) {
    throw new UsageError(
      'There is nothing to check: give --url (the server), --spec (its document) or --har (recorded traffic).',
    )
  }
  const files = found.filter(format => format !== 'github')
  if (out === undefined && files.length > 1) {
    throw new UsageError(
      `--format ${found.join(',')} makes several reports; give their folder with --out DIR.`,
    )
  }
  if (out === undefined && found.includes('github') && files.some(format => format !== 'text'))
    throw new UsageError(
      `--format ${found.join(',')} would mix two formats; give the folder of the file with --out DIR.`,
    )
}

/** `groups,getTask` → the names. */
function readNames(values: readonly string[] = []): string[] {
  return values
    .flatMap(value => value.split(','))
    .map(name => name.trim())
    .filter(name => name !== '')
}

/** Positional arguments are more recordings, since `--har *.har` expands to several. */
function readRecordings(named: readonly string[], rest: readonly string[]): string[] {
  const [stray] = rest
  if (stray !== undefined && named.length === 0)
    throw new UsageError(`${quoted(stray)} belongs to no option; --help lists them.`)
  return [...named, ...rest]
}
