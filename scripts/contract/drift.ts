import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ContractError } from '../lib/contract-error'
import { readBaseline, writeBaseline } from './baseline'
import { deliver, reportFiles } from './deliver'
import { type ExitCode, exitCodes } from './exit-codes'
import { explain } from './explain'
import { checkWritable, readText, writeText } from './files'
import { InputError } from './input-error'
import type { Io } from './io'
import type { Knowledge } from './knowledge'
import { openKnowledge } from './open-knowledge'
import { type CheckOptions, readOptions } from './options'
import { helpText } from './options/help-text'
import { writeOverlay } from './overlay'
import { makeProgress } from './progress'
import { plain } from './report/plain'
import type { Report } from './report/report'
import { runCheck } from './run-check'
import { UsageError } from './usage-error'

/** The whole command in one call: gives the exit code and touches nothing but `io`, files that are named, and the network. */
export async function main(argv: readonly string[], io: Io, open = openKnowledge): Promise<ExitCode> {
  try {
    return await run(argv, io, open)
  } catch (error) {
    if (io.signal?.aborted && error === io.signal.reason) {
      io.err.write('The run was interrupted, so nothing is proved.\n')
      return exitCodes.inconclusive
    }
    io.err.write(`${sentenceOf(error)}\n`)
    return isMendable(error) ? exitCodes.usage : exitCodes.inconclusive
  }
}

async function run(argv: readonly string[], io: Io, open: () => Promise<Knowledge>): Promise<ExitCode> {
  const options = readOptions(argv, io.env)
  if (options.kind === 'help') return say(io, helpText())
  if (options.kind === 'explain') return say(io, explain(options.id))
  const knowledge = await open()
  if (options.kind === 'version') return say(io, knowledge.version)
  const progress = makeProgress({
    write: text => io.err.write(text),
    isTerminal: io.err.isTTY === true,
    isQuiet: options.isQuiet,
    columns: io.err.columns ?? 80,
    now: () => io.now().getTime(),
  })
  try {
    const { suggest = [], writeBaseline: file = [] } = options
    await checkWritable([...reportFiles(options), suggest, file].flat())
    const report = await runCheck(options, knowledge, io, progress)
    await deliver(report, options, io)
    await writeExtras(report, knowledge, options, io)
    return report.verdict.exitCode
  } finally {
    progress.end()
  }
}

async function writeExtras(
  report: Report,
  knowledge: Knowledge,
  options: CheckOptions,
  io: Io,
): Promise<void> {
  const { suggest, writeBaseline: file, baseline } = options
  if (suggest !== undefined) {
    await writeText(suggest, writeOverlay(report.findings, knowledge.contract))
    if (!options.isQuiet) io.err.write(`${suggest} is written: review it before it is taken over.\n`)
  }
  if (file === undefined) return
  const known = baseline === undefined ? [] : readBaseline(await readText(baseline, 'The baseline'), baseline)
  const text = writeBaseline(report.findings, known, io.now())
  await writeText(file, text)
  if (text.includes('"reason": ""'))
    io.err.write(`${file} is written: fill in each empty "reason" before it is used.\n`)
}

function say({ out }: Io, text: string): ExitCode {
  out.write(`${text.trimEnd()}\n`)
  return exitCodes.clean
}

/** An option, a file or the contract; anything else is our own failure, which proves nothing of the server. */
function isMendable(error: unknown): error is UsageError | InputError | ContractError {
  return error instanceof UsageError || error instanceof InputError || error instanceof ContractError
}

/** One sentence for what a person can mend; our own failure comes with its trace. */
function sentenceOf(error: unknown): string {
  if (isMendable(error))
    return error instanceof ContractError ? error.problems.map(plain).join('\n') : plain(error.message)
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `The check itself has failed; this says nothing about the server.\n${trace.split('\n').map(plain).join('\n')}`
}

/** The first Ctrl+C or SIGTERM ends a recording, or has the questions undo what they did; a second one ends the process. */
function stopSignal(hasServer: boolean): AbortSignal {
  const controller = new AbortController()
  if (hasServer)
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

const isCommand =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isCommand) {
  const argv = process.argv.slice(2)
  // A reader that has seen enough (`| head`) is no failure.
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
