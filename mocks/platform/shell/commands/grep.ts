import type { Call, Command } from '../shell'
import { childrenOf, may, permissionDenied, type TreeNode } from '../tree'
import { linesOf, type NamedText, nodeAt, readInputs, readNode } from './inputs'
import { readOptions } from './options'

const escapeOf = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * The pattern of `grep` as one of JavaScript; null when it is none, or when a repetition inside of a repetition
 * could make it search for ever.
 */
function patternOf(
  text: string,
  { isFixed, isExtended, flags }: { isFixed: boolean; isExtended: boolean; flags: string },
) {
  if (isFixed) return new RegExp(escapeOf(text), flags)
  // In a basic pattern the meaning of these stands behind a backslash, and without one they are themselves.
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

/** Files below a node, with the paths that `grep -r` shows. */
function filesBelow(call: Call, path: string, node: TreeNode): NamedText[] {
  if (node.kind === 'file') {
    const found = readNode(call, node)
    if ('text' in found) return [{ name: path, text: found.text }]
    call.warn(`${path}: ${found.refusal}`)
    return []
  }
  if (!may(call.shell.who, node, 4) || !may(call.shell.who, node, 1)) {
    call.warn(`${path}: ${permissionDenied}`)
    return []
  }
  const inside = (name: string) => (path === '' ? name : `${path.replace(/\/$/, '')}/${name}`)
  return childrenOf(node).flatMap(child => filesBelow(call, inside(child.name), child))
}

function textsOf(
  call: Call,
  paths: readonly string[],
  isRecursive: boolean,
): { texts: NamedText[]; failed: boolean } {
  if (!isRecursive) {
    const directories = paths.filter(path => {
      const node = nodeAt(call, path)
      return typeof node !== 'string' && node.kind === 'directory'
    })
    for (const path of directories) call.warn(`${path}: Is a directory`)
    const files = paths.filter(path => !directories.includes(path))
    if (files.length === 0 && paths.length > 0) return { texts: [], failed: true }
    return readInputs(call, files)
  }
  let failed = false
  const texts = (paths.length > 0 ? paths : ['.']).flatMap(path => {
    const node = nodeAt(call, path)
    if (typeof node !== 'string') return filesBelow(call, paths.length > 0 ? path : '', node)
    call.warn(`${path}: ${node}`)
    failed = true
    return []
  })
  return { texts, failed }
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
  if (text === undefined) {
    call.warn("Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.")
    return 2
  }
  const paths = given === undefined ? others : options.rest
  const isExtended = options.has('E') || options.has('P') || call.name === 'egrep'
  const flags = options.has('i') ? 'gi' : 'g'
  const isWord = options.has('w')
  const pattern = patternOf(isWord ? `\\b${text}\\b` : text, { isFixed: options.has('F'), isExtended, flags })
  if (!pattern) {
    call.warn(`unsupported or wrong pattern: ${text}`)
    return 2
  }
  const isRecursive = options.has('r') || options.has('R')
  const { texts, failed } = textsOf(options.has('s') ? { ...call, warn: () => {} } : call, paths, isRecursive)
  const hasNames = (texts.length > 1 || isRecursive || options.has('H')) && !options.has('h')
  let isFound = false
  for (const { name, text: whole } of texts) {
    const matching = linesOf(whole)
      .map((line, index) => ({ line, number: index + 1 }))
      .filter(({ line }) => line.search(pattern) >= 0 !== options.has('v'))
    isFound ||= matching.length > 0
    if (options.has('q')) continue
    if (options.has('l') || options.has('L')) {
      if (matching.length > 0 === options.has('l')) call.print(`${name}\n`)
      continue
    }
    const label = hasNames ? `${coloured(call, name, '35')}:` : ''
    if (options.has('c')) {
      call.print(`${label}${matching.length}\n`)
      continue
    }
    // Like grep, a file of bytes is named and not printed.
    if (whole.includes('\0') && !options.has('a')) {
      if (matching.length > 0) call.print(`grep: ${name}: binary file matches\n`)
      continue
    }
    for (const { line, number } of matching) {
      const place = options.has('n') ? `${label}${coloured(call, String(number), '32')}:` : label
      if (options.has('o')) for (const part of line.match(pattern) ?? []) call.print(`${place}${part}\n`)
      else if (options.has('v')) call.print(`${place}${line}\n`)
      else call.print(`${place}${line.replaceAll(pattern, part => coloured(call, part, '1;31'))}\n`)
    }
  }
  return failed ? 2 : isFound ? 0 : 1
}

const coloured = (call: Call, text: string, colour: string) =>
  call.isScreen && text !== '' ? `\x1b[${colour}m${text}\x1b[0m` : text
