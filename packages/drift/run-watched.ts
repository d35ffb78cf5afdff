import { spawn } from 'node:child_process'
import { resolve as resolvePath } from 'node:path'
import { exitCodes } from './report/report'

const MARK = 'FLAGSHIP_DRIFT_WATCHED'
const HEARTBEAT_MS = 500
const GRACE_MS = 3000
const signals = ['SIGINT', 'SIGTERM'] as const

export const isWatched = process.env[MARK] === String(process.ppid)

/** Tells the process that watches this one that it still answers. */
export function sendHeartbeats(): void {
  process.once('disconnect', () => process.exit(exitCodes.inconclusive))
  setInterval(() => process.send?.('alive'), HEARTBEAT_MS).unref()
  process.channel?.unref()
}

/** Reading the contract takes a moment, however short the run. */
const START_SECONDS = 5

/** From now on the run may be deaf for so long. */
export function limitSilence(seconds: number): void {
  if (isWatched) process.send?.(seconds + START_SECONDS)
}

/** Node reads certificates when it starts. */
function getCertificates(argv: readonly string[]): Record<string, string> {
  const at = argv.findIndex(word => /^--ca(?:=|$)/.test(word))
  const file = argv[at]?.startsWith('--ca=') ? argv[at].slice('--ca='.length) : argv[at + 1]
  return at < 0 || file === undefined ? {} : { NODE_EXTRA_CA_CERTS: resolvePath(file) }
}

/**
 * Runs the command in a process that is ended when it does not answer for as long as `--timeout` says: nothing inside can
 * end a computation that a hostile document or answer has started. Returns the exit code.
 */
export function runWatched(script: string, argv: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [MARK]: String(process.pid), ...getCertificates(argv) },
    // A group of its own, so that Ctrl+C reaches it once, from here.
    detached: true,
  })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  let seconds = 120
  let isDeaf = false
  let timer = setTimeout(ask, seconds * 1000)
  /** After a computer stood still, its timers are due before anything was heard. */
  function ask(): void {
    timer = setTimeout(end, GRACE_MS)
  }
  function end(): void {
    isDeaf = true
    child.kill('SIGKILL')
  }
  child.on('message', message => {
    if (typeof message === 'number') seconds = message
    clearTimeout(timer)
    timer = setTimeout(ask, seconds * 1000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      for (const one of signals) process.removeAllListeners(one)
      if (isDeaf)
        process.stderr.write(
          `Inconclusive: one computation took longer than ${seconds} s, more than --timeout allows, so nothing is proved. A document or an answer is built so that it cannot be checked.\n`,
        )
      else if (signal) process.stderr.write(`Inconclusive: the check was ended by ${signal}.\n`)
      resolve(code ?? exitCodes.inconclusive)
    })
  })
}
