import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { makeRecording, type Recording } from '../mocks/recordings/make-recording'
import { loadContract } from '../packages/contract/load-contract'
import type { Contract } from '../packages/contract/read-contract'
import type { Exchange } from '../packages/contract/validator/exchange'
import { InputError } from '../packages/drift/errors'
import { writeText } from '../packages/drift/io'
import { findApiOrigin } from '../packages/drift/sources'
import { readTraffic } from '../packages/drift/traffic/read-traffic'

const usage = `npx tsx scripts/record.ts SESSION --name NAME [--url URL] [--force]

Makes a scenario of the simulated platform out of a session with a real server.
  SESSION   a .har of a browser or of the developers' panel, or an .ndjson of contract:drift --proxy
  --name    what the scenario is called: small letters, digits and hyphens
  --url     whose calls are taken; by default those of the server with the most calls
  --force   writes over a recording of the same name`

export type RecordResult = { readonly exitCode: 0 | 2; readonly text: string }

/** Loaded when the first file has been read. */
let contract: Contract | undefined

/** Runs the command: writes `NAME.json` into the folder and returns the text to print. */
export async function record(argv: readonly string[], folder: string): Promise<RecordResult> {
  try {
    return { exitCode: 0, text: await run(argv, folder) }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return { exitCode: 2, text: error.message }
  }
}

async function run(argv: readonly string[], folder: string): Promise<string> {
  const { file, name, url, isForced } = readOptions(argv)
  const path = join(folder, `${name}.json`)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere && !isForced) throw new InputError(`${path} is there already: take another name, or --force.`)
  contract ??= loadContract(fileURLToPath(new URL('../openapi', import.meta.url)))
  const own = await findApiOrigin(readTraffic(file), contract, url)
  const exchanges: Exchange[] = []
  for await (const { exchange } of readTraffic(file))
    if (new URL(exchange.request.url).origin === own) exchanges.push(exchange)
  const recording = makeRecording(contract, exchanges, { name, at: Date.now() })
  if (recording.scenario.exchanges.length === 0)
    throw new InputError([`${file} has no response that can be recorded.`, ...getLines(recording)].join('\n'))
  await writeText(path, `${JSON.stringify(recording.scenario, null, 1)}\n`)
  const { exchanges: saved } = recording.scenario
  return [
    `Wrote ${path}: ${saved.length} responses of ${own}, ${recording.userCount} people with made-up names.`,
    ...getLines(recording),
    'Read it before you share it: a name within a text is replaced only if it is also the value of a name field.',
    `Look at it with npm start and ?scenario=recorded:${name}, or npm run mock-server -- --scenario recorded:${name}.`,
  ].join('\n')
}

function readOptions(argv: readonly string[]) {
  const { values, positionals } = parse(argv)
  const [file, ...more] = positionals
  const { name, url, force } = values
  if (values.help || file === undefined || more.length > 0 || name === undefined) throw new InputError(usage)
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name))
    throw new InputError(`${name} is no name for a recording: use small letters, digits and hyphens.`)
  if (url !== undefined && !URL.canParse(url)) throw new InputError(`${url} is no address.`)
  return { file, name, url, isForced: force === true }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        url: { type: 'string' },
        force: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new InputError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

function getLines({ skipped: leftOut }: Recording): string[] {
  if (leftOut.length === 0) return []
  return ['Left out:', ...leftOut.map(({ call, why, count }) => `  ${count} × ${call}: ${why}`)]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = fileURLToPath(new URL('../mocks/recordings', import.meta.url))
  const { exitCode, text } = await record(process.argv.slice(2), folder)
  if (exitCode === 0) console.log(text)
  else console.error(text)
  process.exitCode = exitCode
}
