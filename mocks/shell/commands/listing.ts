import { getWidth, inColumns } from '../screen'
import type { Call, Command } from '../shell'
import {
  type Directory,
  formatMode,
  getChildren,
  hasPermission,
  joinPath,
  permissionDenied,
  type TreeNode,
} from '../tree'
import { findNode, getByteLength, readOptions, utcParts } from './inputs'

/** `Nov 12 09:14`, in UTC. */
function formatTime(at: number): string {
  const { month, day, time } = utcParts(at)
  return `${month} ${day} ${time.slice(0, 5)}`
}

const getSize = (call: Call, node: TreeNode) =>
  node.kind === 'directory' ? 4096 : getByteLength(call.shell.host.fill(node.text))

function colorize(call: Call, node: TreeNode, name: string): string {
  if (!call.isScreen) return name
  if (node.kind === 'directory') return `\x1b[1;34m${name}\x1b[0m`
  if (node.mode & 0o4000) return `\x1b[37;41m${name}\x1b[0m`
  return node.mode & 0o111 ? `\x1b[1;32m${name}\x1b[0m` : name
}

interface Entry {
  node: TreeNode
  name: string
}

function longLines(call: Call, entries: readonly Entry[]): string {
  const sizes = entries.map(({ node }) => String(getSize(call, node)))
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(text => text.length))
  const owner = widest(entries.map(({ node }) => node.owner))
  const group = widest(entries.map(({ node }) => node.group))
  return entries
    .map(({ node, name }, index) => {
      const links = node.kind === 'directory' ? 2 : 1
      const size = (sizes[index] ?? '').padStart(widest(sizes))
      const who = `${node.owner.padEnd(owner)} ${node.group.padEnd(group)}`
      return `${formatMode(node)} ${links} ${who} ${size} ${formatTime(node.at)} ${colorize(call, node, name)}\n`
    })
    .join('')
}

function print(call: Call, entries: readonly Entry[], isLong: boolean, isSingle: boolean): void {
  if (isLong) call.print(longLines(call, entries))
  else if (isSingle || !call.isScreen)
    call.print(entries.map(({ node, name }) => `${colorize(call, node, name)}\n`).join(''))
  else {
    const words = entries.map(({ node, name }) => ({
      text: colorize(call, node, name),
      width: getWidth(name),
    }))
    call.print(inColumns(words, call.shell.columns))
  }
}

function getEntries(directory: Directory, all: boolean, almost: boolean): Entry[] {
  const dots = all ? ['.', '..'].map(name => ({ node: directory, name })) : []
  const children = getChildren(directory).filter(({ name }) => all || almost || !name.startsWith('.'))
  return [...dots, ...children.map(node => ({ node, name: node.name }))]
}

export const ls: Command = call => {
  const options = readOptions(call, {
    flags: 'laAh1dRtrFi',
    long: { all: 'a', 'almost-all': 'A', 'human-readable': 'h', color: 'h', recursive: 'R' },
  })
  if (!options) return 2
  let status = 0
  const plain: Entry[] = []
  const directories: { path: string; node: Directory }[] = []
  for (const path of options.rest.length > 0 ? options.rest : ['.']) {
    const node = findNode(call, path)
    if (typeof node === 'string') {
      call.warn(`cannot access '${path}': ${node}`)
      status = 2
    } else if (node.kind === 'directory' && !options.has('d')) directories.push({ path, node })
    else plain.push({ node, name: path })
  }
  const isLong = call.name === 'll' || options.has('l')
  if (plain.length > 0) print(call, plain, isLong, options.has('1'))
  const queue = [...directories]
  let isFirst = plain.length === 0
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { path, node } = next
    if (!hasPermission(call.shell.identity, node, 4)) {
      call.warn(`cannot open directory '${path}': ${permissionDenied}`)
      status = 2
      continue
    }
    const entries = getEntries(node, options.has('a'), options.has('A'))
    if (directories.length + plain.length > 1 || options.has('R'))
      call.print(`${isFirst ? '' : '\n'}${path}:\n`)
    isFirst = false
    if (isLong) call.print(`total ${entries.length * 4}\n`)
    print(call, entries, isLong, options.has('1'))
    if (!options.has('R')) continue
    const inner = getChildren(node).filter(child => child.kind === 'directory')
    queue.unshift(...inner.map(child => ({ path: joinPath(path, child.name), node: child })))
  }
  return status
}

const octal = (mode: number) => (mode & 0o7777).toString(8).padStart(4, '0')

export const stat: Command = call => {
  if (call.args.length === 0) return call.fail("missing operand\nTry 'stat --help' for more information.")
  let status = 0
  for (const path of call.args) {
    const node = findNode(call, path)
    if (typeof node === 'string') {
      call.warn(`cannot statx '${path}': ${node}`)
      status = 1
      continue
    }
    const kind = node.kind === 'directory' ? 'directory' : 'regular file'
    call.print(`  File: ${path}\n  Size: ${getSize(call, node)}\t${kind}\n`)
    call.print(`Access: (${octal(node.mode)}/${formatMode(node)})  Uid: ${node.owner}  Gid: ${node.group}\n`)
    call.print(`Modify: ${new Date(node.at).toISOString().replace('T', ' ').replace('Z', ' +0000')}\n`)
  }
  return status
}
