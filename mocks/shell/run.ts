import { commands } from './commands'
import { readFile } from './commands/inputs'
import { globTest } from './glob'
import { getIdentity } from './host'
import { type Part, parse, type Redirect, ShellSyntaxError, type Step, type Word } from './parse'
import type { Call, RunOptions, Shell } from './shell'
import {
  getChildren,
  hasPermission,
  lookupNode,
  noSuchFile,
  permissionDenied,
  readOnly,
  resolvePath,
} from './tree'

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
      const text = readFile({ shell }, path)
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

/** Runs one command and returns its exit status. */
function start(shell: Shell, [name = '', ...args]: readonly string[], streams: Streams): number {
  const warn = (text: string) => streams.err(`${name === 'cd' ? 'bash: ' : ''}${name}: ${text}\n`)
  const call: Call = {
    shell,
    name,
    args,
    input: streams.input,
    isScreen: streams.isScreen,
    print: (text, status = 0) => {
      streams.out(text)
      return status
    },
    warn,
    fail: (text, status = 1) => {
      warn(text)
      return status
    },
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

/** Runs a program of this host, found by its path or in the PATH directories. */
function runProgram(call: Call, complain: (text: string) => void): number {
  const { shell, name, args } = call
  const { host, identity } = shell
  const fail = (status: number, reason: string) => {
    complain(`bash: ${name}: ${reason}\n`)
    return status
  }
  if (name === '') return fail(127, 'command not found')
  const paths = name.includes('/')
    ? [resolvePath(shell.cwd, name)]
    : ['/usr/local/bin', '/usr/local/sbin', '/usr/sbin', '/opt/bin'].map(directory => `${directory}/${name}`)
  const found = paths
    .map(path => lookupNode(host.root, identity, path))
    .find(node => typeof node !== 'string')
  if (!found || typeof found === 'string') {
    if (!name.includes('/')) return fail(127, 'command not found')
    const reason = lookupNode(host.root, identity, paths[0] ?? '/')
    return typeof reason === 'string' && reason !== noSuchFile ? fail(126, reason) : fail(127, noSuchFile)
  }
  if (found.kind === 'directory') return fail(126, 'Is a directory')
  if (!hasPermission(identity, found, 1)) return fail(126, permissionDenied)
  const { program } = found
  if (!program) return found.text.startsWith('#!') ? runScript(call, host.fill(found.text)) : 0
  const [first] = args
  if (first === undefined || (program.word !== undefined && first !== program.word)) {
    call.print(`${program.usage}\n`)
    return 64
  }
  // Deliberately unquoted: the program has a command injection.
  return call.runLine(
    program.line.replaceAll('%s', () => first),
    { as: getIdentity(host.seed, program.as) },
  )
}

/** Runs a script line by line; there are no control structures. */
function runScript(call: Call, text: string): number {
  let status = 0
  for (const line of text.split('\n').filter(one => one.trim() !== '' && !one.startsWith('#'))) {
    status = call.runLine(line)
  }
  return status
}

/** Runs a command line and returns its output, for `$(…)`. */
type Capture = (line: string) => string

/** Expands a word to its arguments: none, one, or the matches of a glob. */
function expand(shell: Shell, word: Word, capture: Capture): string[] {
  return toFields(shell, withHome(shell, word), capture).flatMap(field => {
    const glob = field
      .map(({ text, isQuoted }) => (isQuoted ? text.replaceAll(/[\\*?[]/g, '\\$&') : text))
      .join('')
    const plain = field.map(({ text }) => text).join('')
    const isGlob = field.some(({ text, isQuoted }) => !isQuoted && /[*?[]/.test(text))
    const found = isGlob ? matches(shell, glob) : []
    return found.length > 0 ? found : [plain]
  })
}

/** Expands a word to one text, for the target of a redirection. */
function expandToOne(shell: Shell, word: Word, capture: Capture): string {
  return toFields(shell, withHome(shell, word), capture)
    .map(field => field.map(({ text }) => text).join(''))
    .join(' ')
}

function withHome(shell: Shell, word: Word): Word {
  const [first, ...others] = word
  if (first?.kind !== 'text' || first.isQuoted || !/^~(?=\/|$)/.test(first.text)) return word
  return [
    { kind: 'text', text: shell.identity.home, isQuoted: true },
    { ...first, text: first.text.slice(1) },
    ...others,
  ]
}

function toFields(shell: Shell, word: Word, capture: Capture): Part[][] {
  const fields: Part[][] = []
  let field: Part[] | null = null
  for (const part of word) {
    const text = part.kind === 'text' ? part.text : toText(shell, part, capture)
    if (part.kind === 'text' || part.isQuoted) {
      field = [...(field ?? []), { kind: 'text', text, isQuoted: part.isQuoted }]
      continue
    }
    // Unquoted expansions are split at spaces.
    const pieces = text.split(/\s+/)
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && field) {
        fields.push(field)
        field = null
      }
      if (piece !== '') field = [...(field ?? []), { kind: 'text', text: piece, isQuoted: false }]
    }
  }
  if (field) fields.push(field)
  return fields
}

function toText(shell: Shell, part: Part, capture: Capture): string {
  if (part.kind === 'command') return capture(part.text).replace(/\n+$/, '')
  if (part.text === '?') return String(shell.exitStatus)
  if (part.text === '$') return '1337'
  if (part.text === '#') return '0'
  return shell.environment[part.text] ?? ''
}

/** Matching paths in order; none if nothing matches. */
function matches(shell: Shell, glob: string): string[] {
  const isAbsolute = glob.startsWith('/')
  let found = [isAbsolute ? '/' : '']
  for (const part of glob.split('/').filter(one => one !== '')) {
    found = found.flatMap(base => step(shell, base, part))
  }
  return found
}

function step(shell: Shell, base: string, part: string): string[] {
  const join = (name: string) => (base === '' || base.endsWith('/') ? base + name : `${base}/${name}`)
  const literal = part.replaceAll(/\\(.)/gsu, '$1')
  const directory = lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, base))
  if (typeof directory === 'string' || directory.kind !== 'directory') return []
  if (!/(?<!\\)[*?[]/.test(part)) {
    const isThere = literal === '.' || literal === '..' || directory.children.has(literal)
    return isThere ? [join(literal)] : []
  }
  if (!hasPermission(shell.identity, directory, 4)) return []
  const fits = globTest(part)
  return getChildren(directory)
    .filter(({ name }) => fits(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map(({ name }) => join(name))
}
