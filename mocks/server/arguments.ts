import { parseArgs } from 'node:util'
import { listStarts } from '../control/starts'
import { readRecordings } from './recordings'
import type { MockServerOptions } from './start'

/** A function because recordings are read from files. */
export const usage = (): string => `Usage: npm run mock-server -- [options]
  --port N              default 4010; 0 takes any free port
  --host NAME           default 127.0.0.1
  --seed S              default 1; equal seeds make equal databases
  --scenario NAME       initial state: ${startNames().join(', ')}
  --access-lifetime S   seconds that an access token lives, default 300
  --latency MS          milliseconds before each answer, default 0
  --secure-cookies      keep Secure on cookies (browsers then drop them over plain http)
  --mutate DRIFT        answer as a drifted server would: DR27, DR27:getTask, or a whole id`

/** Throws an Error with a one-sentence message for invalid arguments. */
export function readArguments(argv: readonly string[]): MockServerOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      seed: { type: 'string', default: '1' },
      scenario: { type: 'string' },
      'access-lifetime': { type: 'string', default: '300' },
      latency: { type: 'string', default: '0' },
      'secure-cookies': { type: 'boolean', default: false },
      mutate: { type: 'string' },
    },
  })
  return {
    port: wholeNumber('port', values.port, 65_535),
    host: values.host,
    seed: values.seed,
    ...(values.scenario !== undefined && { start: parseStart(values.scenario) }),
    settings: { accessLifetimeSeconds: wholeNumber('access-lifetime', values['access-lifetime'], 86_400) },
    latencyMilliseconds: wholeNumber('latency', values.latency, 60_000),
    keepSecure: values['secure-cookies'],
    ...(values.mutate !== undefined && { mutate: values.mutate }),
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most)
    throw new Error(`--${name} must be a whole number from 0 to ${most}.`)
  return value
}

function parseStart(name: string): string {
  const names = startNames()
  if (names.includes(name)) return name
  throw new Error(`--scenario must be one of ${names.join(', ')}.`)
}

function startNames(): string[] {
  return listStarts(readRecordings()).map(({ name }) => name)
}
