import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { machineNow } from './platform/clock'
import { personaPassword, personas } from './platform/personas'
import { readArguments, usage } from './server/arguments'
import { type MockServer, type MockServerOptions, startMockServer } from './server/start'

export { startMockServer }

/** npm and the terminal both forward Ctrl+C, so a second signal within this time is a duplicate. */
const DUPLICATE_SIGNAL_MS = 1000

async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) {
    console.log(usage())
    return
  }
  const options = readOptions(argv)
  const server = await startMockServer(options)
  stopOnSignals(server)
  console.log(getGreeting(server, options))
}

function readOptions(argv: readonly string[]): MockServerOptions {
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
  const names = Object.values(personas).flatMap(({ username, password }) => (password ? [username] : []))
  return `The simulated platform answers at ${url}/api
  Contract  ${url}/openapi.json
  Database  seed ${db.seed}, scenario ${start ?? db.scenario}; the header X-Mock-Db: NAME selects another one
  Users     ${names.join(', ')}; the password of each is ${personaPassword}
  Controls  ${url}/__mock/ lists them
  Stop      Ctrl+C`
}

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand) {
  main(process.argv.slice(2)).catch(error => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
