import type { Call, Command } from '../shell'
import { canList, getChildren, joinPath, permissionDenied, type TreeNode } from '../tree'
import { findNode, type NamedInput, readInputs, readNode, readOptions, splitLines } from './inputs'

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Converts a `grep` pattern to a RegExp. Null if it is invalid, or has nested repetitions, which could take exponential
 * time.
 */
function toRegExp(
  text: string,
  { isFixed, isExtended, flags }: { isFixed: boolean; isExtended: boolean; flags: string },
) {
  if (isFixed) return new RegExp(escapeRegExp(text), flags)
  // In basic patterns these are special only with a backslash.
  const source = isExtended
    ? text
    : text.replaceAll(/\\?[+?(){}|]/g, part => (part.length === 2 ? part.charAt(1) : `\\${part}`))
  if (/\([^)]*[*+{][^)]*\)[*+{]/.test(source)) return null
  try {
    return new RegExp(source.replaceAll('[[:digit:]]', '\\d').replaceAll('[[:space:]]', '\\s'), flags)
  } catch {
    return null
  }
}

/** Files below a node, with the paths that `grep -r` prints. */
function filesBelow(call: Call, path: string, node: TreeNode): NamedInput[] {
  if (node.kind === 'file') {
    const found = readNode(call, node)
    if ('text' in found) return [{ name: path, text: found.text }]
    call.warn(`${path}: ${found.error}`)
    return []
  }
  if (!canList(call.shell.identity, node)) {
    call.warn(`${path}: ${permissionDenied}`)
    return []
  }
  const inside = (name: string) => (path === '' ? name : joinPath(path, name))
  return getChildren(node).flatMap(child => filesBelow(call, inside(child.name), child))
}

function readGrepInputs(
  call: Call,
  paths: readonly string[],
  isRecursive: boolean,
): { inputs: NamedInput[]; failed: boolean } {
  if (!isRecursive) {
    const directories = paths.filter(path => {
      const node = findNode(call, path)
      return typeof node !== 'string' && node.kind === 'directory'
    })
    for (const path of directories) call.warn(`${path}: Is a directory`)
    const files = paths.filter(path => !directories.includes(path))
    if (files.length === 0 && paths.length > 0) return { inputs: [], failed: true }
    return readInputs(call, files)
  }
  let failed = false
  const inputs = (paths.length > 0 ? paths : ['.']).flatMap(path => {
    const node = findNode(call, path)
    if (typeof node !== 'string') return filesBelow(call, paths.length > 0 ? path : '', node)
    call.warn(`${path}: ${node}`)
    failed = true
    return []
  })
  return { inputs, failed }
}

export const grep: Command = call => {
  const options = readOptions(call, {
    flags: 'rRnivlLcohHEFPwaqsz',
    values: 'eABCm',
    long: { recursive: 'r', 'ignore-case': 'i', 'line-number': 'n', color: 'a', include: 'm' },
  })
  if (!options) return 2
  const given = options.value('e')
  const [first, ...others] = options.rest
  const text = given ?? first
  if (text === undefined)
    return call.fail("Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.", 2)
  const paths = given === undefined ? others : options.rest
  const isExtended = options.has('E') || options.has('P') || call.name === 'egrep'
  const flags = options.has('i') ? 'gi' : 'g'
  const isWord = options.has('w')
  const pattern = toRegExp(isWord ? `\\b${text}\\b` : text, { isFixed: options.has('F'), isExtended, flags })
  if (!pattern) return call.fail(`unsupported or wrong pattern: ${text}`, 2)
  const isRecursive = options.has('r') || options.has('R')
  const { inputs, failed } = readGrepInputs(
    options.has('s') ? { ...call, warn: () => {} } : call,
    paths,
    isRecursive,
  )
  const hasNames = (inputs.length > 1 || isRecursive || options.has('H')) && !options.has('h')
  let isFound = false
  for (const { name, text: whole } of inputs) {
    const matching = splitLines(whole)
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => line.search(pattern) >= 0 !== options.has('v'))
    isFound ||= matching.length > 0
    if (options.has('q')) continue
    if (options.has('l') || options.has('L')) {
      if (matching.length > 0 === options.has('l')) call.print(`${name}\n`)
      continue
    }
    const label = hasNames ? `${colored(call, name, '35')}:` : ''
    if (options.has('c')) {
      call.print(`${label}${matching.length}\n`)
      continue
    }
    // Like grep, don't print binary files.
    if (whole.includes('\0') && !options.has('a')) {
      if (matching.length > 0) call.print(`grep: ${name}: binary file matches\n`)
      continue
    }
    for (const { line, number } of matching) {
      const prefix = options.has('n') ? `${label}${colored(call, String(number), '32')}:` : label
      if (options.has('o')) for (const part of line.match(pattern) ?? []) call.print(`${prefix}${part}\n`)
      else if (options.has('v')) call.print(`${prefix}${line}\n`)
      else call.print(`${prefix}${line.replaceAll(pattern, part => colored(call, part, '1;31'))}\n`)
    }
  }
  return failed ? 2 : isFound ? 0 : 1
}

const colored = (call: Call, text: string, colour: string) =>
  call.isScreen && text !== '' ? `\x1b[${colour}m${text}\x1b[0m` : text
