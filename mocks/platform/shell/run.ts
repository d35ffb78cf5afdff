import { commands } from './commands'
import { expand, expandToOne } from './expand'
import { ShellSyntaxError } from './lex'
import { parse, type Redirect, type Step } from './parse'
import { runProgram } from './program'
import type { Call, RunOptions, Shell } from './shell'
import { absolutePath, lookUp, may, permissionDenied, readOnly } from './tree'

/** Deepest nesting of shells; only a program that calls itself comes so far. */
const deepest = 8
/** Longest output of one command line, in UTF-16 units. */
const longestOutput = 1_000_000

interface Streams {
  input: string | null
  isScreen: boolean
  out(text: string): void
  err(text: string): void
}

/** Runs a command line; what it prints goes to the streams. Leaves its outcome in `shell.exitStatus`. */
function runLine(shell: Shell, line: string, streams: Streams): void {
  let steps: Step[]
  try {
    steps = parse(line)
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error
    streams.err(`bash: ${error.message}\n`)
    shell.exitStatus = 2
    return
  }
  for (const step of steps) {
    const isWanted = step.after === 'anything' || (step.after === 'success') === (shell.exitStatus === 0)
    if (isWanted) shell.exitStatus = runPipeline(shell, step, streams)
    if (shell.isLeaving) return
  }
}

/** What a screen shows of a command line: output and errors in their order, bounded. */
export function outputOf(shell: Shell, line: string, isScreen: boolean): string {
  let text = ''
  const add = (more: string) => {
    if (text.length < longestOutput) text += more
  }
  runLine(shell, line, { input: null, isScreen, out: add, err: add })
  return text
}

function runPipeline(shell: Shell, { commands: parts }: Step, streams: Streams): number {
  let input = streams.input
  let status = 0
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    let piped = ''
    const out = (text: string) => {
      if (isLast) streams.out(text)
      else if (piped.length < longestOutput) piped += text
    }
    status = runSimple(shell, part, { ...streams, input, out, isScreen: isLast && streams.isScreen })
    input = piped
  }
  return status
}

function capture(shell: Shell, line: string, err: (text: string) => void): string {
  let text = ''
  if (shell.depth < deepest) {
    const inner = { ...shell, depth: shell.depth + 1 }
    runLine(inner, line, { input: '', isScreen: false, out: more => (text += more), err })
  }
  return text
}

function runSimple(shell: Shell, part: Step['commands'][number], streams: Streams): number {
  const take = (line: string) => capture(shell, line, streams.err)
  const redirected = redirect(shell, part.redirects, streams, take)
  if (typeof redirected === 'string') {
    streams.err(`bash: ${redirected}\n`)
    return 1
  }
  const args = part.words.flatMap(word => expand(shell, word, take))
  const isAssignment = (word: string | undefined) => word !== undefined && /^[A-Za-z_]\w*=/.test(word)
  const first = args.findIndex(word => !isAssignment(word))
  if (first < 0) return 0
  return start(shell, args.slice(first), redirected)
}

/** The streams after the redirections, or the reason why one of them is refused. */
function redirect(
  shell: Shell,
  redirects: readonly Redirect[],
  streams: Streams,
  take: (line: string) => string,
): Streams | string {
  const nowhere = () => {}
  let result = streams
  for (const { kind, target } of redirects) {
    if (kind === 'errors-with-output') {
      result = { ...result, err: result.out }
      continue
    }
    const path = expandToOne(shell, target, take)
    if (kind === 'text') result = { ...result, input: `${path}\n` }
    else if (kind === 'in') {
      const text = readable(shell, path)
      if ('refusal' in text) return `${path}: ${text.refusal}`
      result = { ...result, input: text.text }
    } else if (path !== '/dev/null') return `${path}: ${readOnly}`
    else if (kind === 'errors') result = { ...result, err: nowhere }
    else {
      result = { ...result, out: nowhere, isScreen: false, ...(kind === 'everything' && { err: nowhere }) }
    }
  }
  return result
}

function readable(shell: Shell, path: string): { text: string } | { refusal: string } {
  if (path === '/dev/null') return { text: '' }
  const node = lookUp(shell.host.root, shell.who, absolutePath(shell.cwd, path))
  if (typeof node === 'string') return { refusal: node }
  if (node.kind === 'directory') return { refusal: 'Is a directory' }
  if (!may(shell.who, node, 4)) return { refusal: permissionDenied }
  return { text: shell.host.fill(node.text) }
}

/** Starts one command with its arguments and answers its exit status. */
function start(shell: Shell, [name = '', ...args]: readonly string[], streams: Streams): number {
  const call: Call = {
    shell,
    name,
    args,
    input: streams.input,
    isScreen: streams.isScreen,
    print: text => {
      streams.out(text)
      return 0
    },
    warn: text => streams.err(`${name === 'cd' ? 'bash: ' : ''}${name}: ${text}\n`),
    run: (words, options) => within(shell, streams, options, (inner, own) => start(inner, words, own)),
    runLine: (line, options) =>
      within(shell, streams, options, (inner, own) => {
        runLine(inner, line, own)
        return inner.exitStatus
      }),
  }
  const command =
    commands.get(name) ?? (/^\/(?:usr\/)?s?bin\//.test(name) ? commands.get(baseOf(name)) : undefined)
  if (command) return command(call)
  return runProgram(call, streams.err)
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function within(
  shell: Shell,
  streams: Streams,
  { as, input }: RunOptions = {},
  run: (inner: Shell, own: Streams) => number,
): number {
  if (shell.depth >= deepest) return 126
  const inner: Shell = { ...shell, who: as ?? shell.who, depth: shell.depth + 1, exitStatus: 0 }
  return run(inner, input === undefined ? streams : { ...streams, input })
}
