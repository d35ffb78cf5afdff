import { readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ContractError } from '../contract/read-contract'
import { type CheckContext, loadCheckContext, makeForeignContext } from './check-context'
import { InputError, UsageError } from './errors'
import { readBaseline, writeBaseline } from './findings'
import { runInit } from './init'
import { checkWritable, type Io, makeProgress, readText, unreadable, writeText } from './io'
import { CONFIG_FILE } from './options/config'
import { explain, helpText } from './options/option-table'
import { type CheckOptions, readOptions } from './options/options'
import { plain } from './report/formatting'
import { type ExitCode, exitCodes, getFailing, type Report } from './report/report'
import { reportFiles, writeReports } from './report/write-reports'
import { runCheck } from './run-check'
import { isWatched, limitSilence, runWatched, sendHeartbeats } from './run-watched'
import { selectOperations } from './selection'
import { readForeignContract } from './spec/foreign-contract'
import { readBackendDocument } from './spec/read-document'
import { waitForServer } from './wait-for-server'

/** The whole command: returns the exit code and uses nothing but `io`, named files and the network. */
export async function main(argv: readonly string[], io: Io, open = loadCheckContext): Promise<ExitCode> {
  try {
    return await run(argv, io, open)
  } catch (error) {
    if (io.signal?.aborted && error === io.signal.reason) {
      io.err.write('The run was interrupted, so nothing is proved.\n')
      return exitCodes.inconclusive
    }
    io.err.write(`${toMessage(error)}\n`)
    return isUserError(error) ? exitCodes.usage : exitCodes.inconclusive
  }
}

async function run(argv: readonly string[], io: Io, open: () => Promise<CheckContext>): Promise<ExitCode> {
  if (argv[0] === 'init') return runInit(argv.slice(1), io, open)
  const options = readOptions(argv, io.env, readConfigFile)
  if (options.kind === 'help') return print(io, helpText())
  if (options.kind === 'explain') return print(io, explain(options.id))
  if (options.kind === 'check') limitSilence(options.maxSeconds)
  const context = await open()
  if (options.kind === 'version') return print(io, context.version)
  return check(options, await contextFor(options, context), io)
}

async function check(options: CheckOptions, context: CheckContext, io: Io): Promise<ExitCode> {
  selectOperations(options, context)
  if (options.ca !== undefined) await checkCertificates(options.ca, io)
  const progress = makeProgress({
    write: text => io.err.write(text),
    isTerminal: io.err.isTTY === true,
    isQuiet: options.isQuiet,
    columns: io.err.columns ?? 80,
    now: () => io.now().getTime(),
  })
  try {
    await checkWritable([...reportFiles(options), options.writeBaseline ?? []].flat())
    if (options.url !== undefined && options.waitSeconds > 0) {
      progress.stage(`Waiting for ${options.url}`)
      await waitForServer(options.url, options.waitSeconds, io.signal)
    }
    const report = await runCheck(options, context, io, progress)
    await writeReports(report, options, io)
    await writeNewBaseline(report, options, io)
    return report.verdict.exitCode
  } finally {
    progress.end()
  }
}

/** Throws an InputError or a UsageError. */
async function checkCertificates(file: string, { env }: Io): Promise<void> {
  if (!/-----BEGIN CERTIFICATE-----/.test(await readText(file, 'The certificate file')))
    throw new InputError(`${file} holds no certificate in PEM form.`)
  if (env.NODE_EXTRA_CA_CERTS !== resolve(file))
    throw new UsageError('--ca works on the command line only, since Node reads certificates when it starts.')
}

function readConfigFile(name: string | undefined): string | undefined {
  try {
    return readFileSync(name ?? CONFIG_FILE, 'utf8')
  } catch (error) {
    if (name === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unreadable(name ?? CONFIG_FILE, 'The configuration', error)
  }
}

/** The contract of `--contract` in place of the built-in one; the path of `--url` is its base path. */
async function contextFor(
  { contract, url, maxSeconds }: CheckOptions,
  own: CheckContext,
): Promise<CheckContext> {
  if (contract === undefined) return own
  const document = await readBackendDocument(contract, undefined, { timeoutMs: maxSeconds * 1000 })
  const basePath = url === undefined ? undefined : new URL(url).pathname.replace(/\/+$/, '')
  return makeForeignContext(readForeignContract(document ?? {}, basePath), own.version)
}

async function writeNewBaseline(report: Report, options: CheckOptions, io: Io): Promise<void> {
  const { writeBaseline: file, baseline } = options
  if (file === undefined) return
  const known = baseline === undefined ? [] : readBaseline(await readText(baseline, 'The baseline'), baseline)
  const text = writeBaseline(getFailing(report), known, io.now())
  await writeText(file, text)
  if (text.includes('"reason": ""'))
    io.err.write(`${file} is written: fill in each empty "reason" before it is used.\n`)
}

function print({ out }: Io, text: string): ExitCode {
  out.write(`${text.trimEnd()}\n`)
  return exitCodes.clean
}

/** Anything else is a bug of the check, which says nothing about the server. */
function isUserError(error: unknown): error is UsageError | InputError | ContractError {
  return error instanceof UsageError || error instanceof InputError || error instanceof ContractError
}

/** One sentence for errors that the user can fix; a stack trace for bugs. */
function toMessage(error: unknown): string {
  if (isUserError(error))
    return error instanceof ContractError ? error.problems.map(plain).join('\n') : plain(error.message)
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `The check itself has failed; this proves nothing about the server.\n${trace.split('\n').map(plain).join('\n')}`
}

/**
 * The first Ctrl+C or SIGTERM ends a recording, or lets the probe clean up; a second one ends the process.
 */
function stopSignal(hasServer: boolean): AbortSignal {
  const controller = new AbortController()
  if (hasServer)
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand && !isWatched)
  process.exitCode = await runWatched(fileURLToPath(import.meta.url), process.argv.slice(2))
else if (isCommand) {
  const argv = process.argv.slice(2)
  sendHeartbeats()
  // A reader that closes the pipe (`| head`) is no error.
  process.stdout.on('error', () => undefined)
  process.exitCode = await main(argv, {
    env: process.env,
    out: process.stdout,
    err: process.stderr,
    now: () => new Date(),
    signal: stopSignal(
      Boolean(process.env.CONTRACT_DRIFT_URL) || argv.some(word => word.startsWith('--url')),
    ),
  })
}
