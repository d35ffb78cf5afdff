import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readArguments, usage } from './server/arguments'
import { startMockServer } from './server/start'
import { personaPassword, personas } from './world/personas'

export { startMockServer }

async function main(argv: readonly string[]): Promise<void> {
  if (argv.includes('--help')) {
    console.log(usage)
    return
  }
  const server = await startMockServer(readArguments(argv))
  const stop = () => {
    void server.close().then(() => process.exit(0))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const names = Object.values(personas).flatMap(({ username, password }) => (password ? [username] : []))
  console.log(`The simulated platform answers at ${server.url}/api (contract: ${server.url}/openapi.json).`)
  console.log(`Sign in as ${names.join(', ')} with the password ${personaPassword}. Ctrl+C stops it.`)
}

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand) {
  main(process.argv.slice(2)).catch(error => {
    console.error(error instanceof Error ? `${error.message}\n\n${usage}` : error)
    process.exitCode = 1
  })
}
