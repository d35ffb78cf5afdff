import { commands } from './commands'
import { expand, expandToOne } from './expand'
import { ShellSyntaxError } from './lex'
import { parse, type Redirect, type Step } from './parse'
import { runProgram } from './program'
import type { Call, RunOptions, Shell } from './shell'
import { hasPermission, lookupNode, permissionDenied, readOnly, resolvePath } from './tree'

/** Nested shells; stops programs that call themselves. */
const MAX_DEPTH = 8
/** In UTF-16 units, per command line. */
const MAX_OUTPUT_LENGTH = 1_000_000

interface Streams {
  input: string | null
  isScreen: boolean
  out(text: string): void
  err(text: string): void
}

/** Runs a command line; leaves its status in `shell.exitStatus`. */
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

/** Output and errors in their order, limited in length. */
export function runAndCapture(shell: Shell, line: string, isScreen: boolean): string {
  let text = ''
  const add = (chunk: string) => {
    if (text.length < MAX_OUTPUT_LENGTH) text += chunk
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
      else if (piped.length < MAX_OUTPUT_LENGTH) piped += text
    }
    status = runSimple(shell, part, { ...streams, input, out, isScreen: isLast && streams.isScreen })
    input = piped
  }
  return status
}

function capture(shell: Shell, line: string, err: (text: string) => void): string {
  let text = ''
  if (shell.depth < MAX_DEPTH) {
    const inner = { ...shell, depth: shell.depth + 1 }
    runLine(inner, line, { input: '', isScreen: false, out: more => (text += more), err })
  }
  return text
}

function runSimple(shell: Shell, part: Step['commands'][number], streams: Streams): number {
  const captureOutput = (line: string) => capture(shell, line, streams.err)
  const redirected = redirect(shell, part.redirects, streams, captureOutput)
  if (typeof redirected === 'string') {
    streams.err(`bash: ${redirected}\n`)
    return 1
  }
  const args = part.words.flatMap(word => expand(shell, word, captureOutput))
  const isAssignment = (word: string | undefined) => word !== undefined && /^[A-Za-z_]\w*=/.test(word)
  const first = args.findIndex(word => !isAssignment(word))
  if (first < 0) return 0
  return start(shell, args.slice(first), redirected)
}

/** The redirected streams, or an error message. */
function redirect(
  shell: Shell,
  redirects: readonly Redirect[],
  streams: Streams,
  captureOutput: (line: string) => string,
): Streams | string {
  const nowhere = () => {}
  let result = streams
  for (const { kind, target } of redirects) {
    if (kind === 'errors-with-output') {
      result = { ...result, err: result.out }
      continue
    }
    const path = expandToOne(shell, target, captureOutput)
    if (kind === 'text') result = { ...result, input: `${path}\n` }
    else if (kind === 'in') {
      const text = readable(shell, path)
      if ('error' in text) return `${path}: ${text.error}`
      result = { ...result, input: text.text }
    } else if (path !== '/dev/null') return `${path}: ${readOnly}`
    else if (kind === 'errors') result = { ...result, err: nowhere }
    else {
      result = { ...result, out: nowhere, isScreen: false, ...(kind === 'everything' && { err: nowhere }) }
    }
  }
  return result
}

function readable(shell: Shell, path: string): { text: string } | { error: string } {
  if (path === '/dev/null') return { text: '' }
  const node = lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, path))
  if (typeof node === 'string') return { error: node }
  if (node.kind === 'directory') return { error: 'Is a directory' }
  if (!hasPermission(shell.identity, node, 4)) return { error: permissionDenied }
  return { text: shell.host.fill(node.text) }
}

/** Runs one command and returns its exit status. */
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
    run: (words, options) => runNested(shell, streams, options, (inner, own) => start(inner, words, own)),
    runLine: (line, options) =>
      runNested(shell, streams, options, (inner, own) => {
        runLine(inner, line, own)
        return inner.exitStatus
      }),
  }
  const command =
    commands.get(name) ?? (/^\/(?:usr\/)?s?bin\//.test(name) ? commands.get(basename(name)) : undefined)
  if (command) return command(call)
  return runProgram(call, streams.err)
}

const basename = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function runNested(
  shell: Shell,
  streams: Streams,
  { as, input }: RunOptions = {},
  run: (inner: Shell, own: Streams) => number,
): number {
  if (shell.depth >= MAX_DEPTH) return 126
  const inner: Shell = { ...shell, identity: as ?? shell.identity, depth: shell.depth + 1, exitStatus: 0 }
  return run(inner, input === undefined ? streams : { ...streams, input })
}
