import type { Call } from '../shell'
import { hasPermission, lookupNode, noSuchFile, permissionDenied, resolvePath, type TreeNode } from '../tree'

/** The node of a path operand, or the error message. */
export function findNode({ shell }: Pick<Call, 'shell'>, path: string): TreeNode | string {
  if (path === '') return noSuchFile
  return lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, path))
}

/** The text of a file, or the error message. */
export function readNode(
  { shell }: Pick<Call, 'shell'>,
  node: TreeNode | string,
): { text: string } | { error: string } {
  if (typeof node === 'string') return { error: node }
  if (node.kind === 'directory') return { error: 'Is a directory' }
  if (!hasPermission(shell.identity, node, 4)) return { error: permissionDenied }
  return { text: shell.host.fill(node.text) }
}

/** Like `readNode`, by path. */
export const readFile = (call: Pick<Call, 'shell'>, path: string) =>
  path === '/dev/null' ? { text: '' } : readNode(call, findNode(call, path))

export interface NamedInput {
  name: string
  text: string
}

/**
 * Reads the files, or the pipe if there are none. Unreadable files are reported and skipped; `failed` tells if there
 * were any.
 */
export function readInputs(call: Call, paths: readonly string[]): { inputs: NamedInput[]; failed: boolean } {
  const inputs: NamedInput[] = []
  let failed = false
  for (const path of paths.length > 0 ? paths : ['-']) {
    if (path === '-') {
      if (call.input === null) call.warn('this console reads files and pipes, not the keyboard')
      inputs.push({ name: '(standard input)', text: call.input ?? '' })
      failed ||= call.input === null
      continue
    }
    const found = readFile(call, path)
    if ('text' in found) inputs.push({ name: path, text: found.text })
    else {
      call.warn(`${path}: ${found.error}`)
      failed = true
    }
  }
  return { inputs, failed }
}

/** Lines without line feeds, and without the empty rest after the last one. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Parts of `Mon, 05 Oct 2026 09:00:00 GMT`; the day is padded with a space. */
export function utcParts(at: number) {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(at)
    .toUTCString()
    .replace(',', '')
    .split(' ')
  return { weekday, day: day.replace(/^0/, ' '), month, year, time }
}

/** In UTF-8. */
export const getByteLength = (text: string) => new TextEncoder().encode(text).length

interface Options {
  has(flag: string): boolean
  value(flag: string): string | undefined
  rest: string[]
}

interface OptionNames {
  /** Short options without a value. */
  flags?: string
  /** Short options with a value. */
  values?: string
  /** Long name → letter. */
  long?: Readonly<Record<string, string>>
}

/** Parses options like `getopt`; null after printing an error about an unknown one. */
export function readOptions(call: Call, { flags = '', values = '', long = {} }: OptionNames): Options | null {
  const given = new Map<string, string>()
  const rest: string[] = []
  const fail = (text: string) => {
    call.warn(`${text}\nTry '${call.name} --help' for more information.`)
    return null
  }
  const queue = [...call.args]
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      rest.push(...queue.splice(0))
    } else if (word.startsWith('--')) {
      const [name = '', attached] = word.slice(2).split(/=(.*)/s)
      const letter = long[name]
      if (!letter) return fail(`unrecognized option '${word}'`)
      given.set(letter, attached ?? (values.includes(letter) ? (queue.shift() ?? '') : ''))
    } else if (word.length > 1 && word.startsWith('-')) {
      for (let at = 1; at < word.length; at++) {
        const letter = word.charAt(at)
        if (flags.includes(letter)) given.set(letter, '')
        else if (values.includes(letter)) {
          const value = word.slice(at + 1) || queue.shift()
          if (value === undefined) return fail(`option requires an argument -- '${letter}'`)
          given.set(letter, value)
          break
        } else return fail(`invalid option -- '${letter}'`)
      }
    } else rest.push(word)
  }
  return { has: flag => given.has(flag), value: flag => given.get(flag), rest }
}
