import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listStarts } from '../control/starts'
import { machineNow } from '../platform/clock'
import { personaPassword, personas } from '../platform/personas'
import { readRecordings } from './server/recordings'
import { type MockServer, type MockServerOptions, startMockServer } from './server/start'

export { startMockServer }

/** npm and the terminal both forward Ctrl+C, so a second signal within this time is a duplicate. */
const DUPLICATE_SIGNAL_MS = 1000

/** Starts the server of the command line and prints where it answers. Rejects for invalid arguments. */
export async function serve(
  argv: readonly string[],
  extra: Pick<MockServerOptions, 'wrap'> = {},
): Promise<void> {
  if (argv.includes('--help')) {
    console.log(usage())
    return
  }
  const options = readArgumentsWithUsage(argv)
  const server = await startMockServer({ ...options, ...extra })
  stopOnSignals(server)
  console.log(getGreeting(server, options))
}

/** Adds the usage to the message of an error. */
function readArgumentsWithUsage(argv: readonly string[]): MockServerOptions {
  try {
    return readArguments(argv)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${usage()}`)
  }
}

/** The first signal stops gracefully, the next one at once. */
function stopOnSignals(server: MockServer): void {
  let stoppingSince: number | undefined
  const stop = () => {
    if (stoppingSince === undefined) {
      stoppingSince = machineNow()
      void server.close().then(() => process.exit(0))
    } else if (machineNow() - stoppingSince > DUPLICATE_SIGNAL_MS) process.exit(1)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function getGreeting({ url, db }: MockServer, { start }: MockServerOptions): string {
  // Personas without a password sign in through the LMS.
  const usernames = Object.values(personas).flatMap(({ username, password }) => (password ? [username] : []))
  return `The simulated platform answers at ${url}/api
  Contract  ${url}/openapi.json, to read: ${url}/docs
  Database  seed ${db.seed}, scenario ${start ?? db.scenario}; the header X-Mock-Db: NAME selects another one
  Users     ${usernames.join(', ')}; the password of each is ${personaPassword}
  Controls  ${url}/__mock/ lists them
  Stop      Ctrl+C`
}

/** Not a constant: the names of recordings are read from files. */
function usage(): string {
  return `Usage: npm run mock-server -- [options]
  --port N              default 4010; 0 takes any free port
  --host NAME           default 127.0.0.1
  --seed S              default 1; equal seeds make equal databases
  --scenario NAME       initial state: ${startNames().join(', ')}
  --access-lifetime S   seconds that an access token lives, default 300
  --latency MS          milliseconds before each answer, default 0
  --secure-cookies      keep Secure on cookies (browsers then drop them over plain http)`
}

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
  }
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > max)
    throw new Error(`--${name} must be a whole number from 0 to ${max}.`)
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

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand) {
  serve(process.argv.slice(2)).catch(error => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
