import { parseArgs } from 'node:util'
import { type DriftId, driftClasses } from '../lib/judge/drift-classes'
import type { Severity } from '../lib/judge/judgement'
import { nearest } from '../lib/nearest'
import { type Format, readFormats, readMinimum } from './options/lists'
import { type Environment, readLogins } from './options/logins'
import { optionRows } from './options/option-table'
import { checkTogether, readRecordings } from './options/together'
import { quoted, readBaseUrl, readChoice, readNumber, readWholeNumber } from './options/values'
import type { Login } from './probe/probe-options'
import type { MinimumCoverage } from './report/report'
import { UsageError } from './usage-error'

/** What a check is asked to do; every default is filled in. */
export type CheckOptions = {
  readonly kind: 'check'
  readonly url?: string
  /** `auto`, an address or a file; absent when no document is to be compared. */
  readonly spec?: string
  readonly live: 'readonly' | 'full' | 'off'
  readonly recordings: readonly string[]
  readonly proxy?: { readonly port: number; readonly file?: string }
  readonly logins: Readonly<Record<string, Login>>
  readonly fixtures?: string
  readonly plan: 'smoke' | 'full'
  readonly seed: number
  readonly requestsPerSecond: number
  /** Somebody has named the rate, so it holds on loopback too. */
  readonly isRateHeld: boolean
  readonly mostSeconds: number
  readonly failOn: Severity
  readonly isAssumedCounted: boolean
  readonly minimum: MinimumCoverage
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly formats: readonly Format[]
  readonly out?: string
  readonly suggest?: string
  readonly isQuiet: boolean
}

export type Options =
  | CheckOptions
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'explain'; readonly id: DriftId | 'all' }

/** Given options by name; a switch is an empty list. */
type Given = ReadonlyMap<string, readonly string[]>

/** Reads a command line (without node and the script); throws a UsageError. */
export function readOptions(argv: readonly string[], env: Environment = {}): Options {
  const { given, rest } = readTokens(argv)
  if (given.has('help')) return { kind: 'help' }
  if (given.has('version')) return { kind: 'version' }
  const explained = oneOf(given, 'explain')
  if (explained !== undefined) return { kind: 'explain', id: readDriftId(explained) }
  return readCheck(given, rest, env)
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
  // `--url --spec x` has lost its address; `--url=--spec` means it.
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
  const choice = <Word extends string>(name: string, words: readonly Word[], usual: Word) =>
    readChoice(name, value(name), words) ?? usual
  const address = value('url') ?? (env.CONTRACT_DRIFT_URL || undefined)
  const url = address === undefined ? undefined : readBaseUrl(address)
  const port = readWholeNumber('proxy', value('proxy'), 1, 65_535)
  const recordings = readRecordings(given.get('har') ?? [], rest)
  const live = choice('live', ['readonly', 'full', 'off'], url && port === undefined ? 'readonly' : 'off')
  const spec = value('spec') ?? (url && port === undefined ? 'auto' : undefined)
  const failOn = choice('fail-on', ['breaking', 'degraded', 'any'], 'degraded')
  const found = readFormats(value('format'))
  // What is wrong with one option is said before what is missing beside it.
  const bounds = {
    seed: readWholeNumber('seed', value('seed'), 0, 2 ** 31) ?? 1,
    requestsPerSecond: readNumber('rate', value('rate'), 0.1, 10_000) ?? 50,
    isRateHeld: given.has('rate'),
    mostSeconds: readNumber('timeout', value('timeout'), 1, 86_400) ?? 120,
    minimum: readMinimum(value('min-coverage')),
  }
  checkTogether({ url, spec, live, port, recordings, record: value('record'), out: value('out'), found })
  return {
    kind: 'check',
    ...withDefined('url', url),
    ...withDefined('spec', spec),
    live,
    recordings,
    ...withDefined(
      'proxy',
      port === undefined ? undefined : { port, ...withDefined('file', value('record')) },
    ),
    logins: readLogins((name: string) => given.get(name) ?? [], env, live !== 'off'),
    ...withDefined('fixtures', value('fixtures') ?? (env.CONTRACT_DRIFT_FIXTURES || undefined)),
    plan: choice('plan', ['smoke', 'full'], 'full'),
    ...bounds,
    failOn: failOn === 'any' ? 'information' : failOn,
    isAssumedCounted: choice('assumed', ['count', 'tell'], 'count') === 'count',
    ...withDefined('baseline', value('baseline')),
    ...withDefined('writeBaseline', value('write-baseline')),
    formats: found,
    ...withDefined('out', value('out')),
    ...withDefined('suggest', value('suggest')),
    isQuiet: given.has('quiet'),
  }
}

/** A property for an object literal that stays away when there is no value. */
function withDefined<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [Name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [Name in Key]: Value })
}
