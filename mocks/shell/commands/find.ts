import { globTest } from '../glob'
import type { Call, Command } from '../shell'
import {
  canList,
  formatMode,
  getChildren,
  hasPermission,
  joinPath,
  permissionDenied,
  type TreeNode,
} from '../tree'
import { findNode, getByteLength } from './inputs'

type Test = (node: TreeNode) => boolean

interface Query {
  tests: Test[]
  deepest: number
  shallowest: number
  /** What to do with a match: print its path, list it, or run a command for each or for all. */
  action: 'print' | 'list' | 'each' | 'together'
  words: string[]
}

class QueryError extends Error {}

type TestMaker = (value: string, call: Call) => Test

/** Tests with a value, by name. */
const makers: Readonly<Record<string, TestMaker>> = {
  '-name': value => {
    const fits = globTest(value)
    return node => fits(node.name)
  },
  '-iname': value => {
    const fits = globTest(value, true)
    return node => fits(node.name)
  },
  '-type': value => {
    if (!/^[fdl]$/.test(value)) throw new QueryError(`Unknown argument to -type: ${value}`)
    return node => (node.kind === 'file' ? 'f' : 'd') === value
  },
  '-user': value => node => node.owner === value,
  '-group': value => node => node.group === value,
  '-perm': value => {
    const bits = Number.parseInt(value.replace(/^[-/]/, ''), 8)
    if (Number.isNaN(bits)) return bySymbolicMode(value)
    if (value.startsWith('-')) return node => (node.mode & bits) === bits
    return node => (value.startsWith('/') ? (node.mode & bits) !== 0 : node.mode === bits)
  },
  '-newer': (value, call) => {
    const other = findNode(call, value)
    if (typeof other === 'string') throw new QueryError(`‘${value}’: ${other}`)
    return node => node.at > other.at
  },
  '-mtime': (value, call) => {
    const days = Number(value.replace(/^[+-]/, ''))
    const getAge = (node: TreeNode) => Math.floor((call.shell.host.now - node.at) / 86_400_000)
    if (value.startsWith('-')) return node => getAge(node) < days
    return node => (value.startsWith('+') ? getAge(node) > days : getAge(node) === days)
  },
  '-size': value => {
    const [, sign, count, unit] = /^([+-]?)(\d+)([ckM]?)$/.exec(value) ?? []
    const factor = { c: 1, k: 1024, M: 1024 * 1024 }[unit ?? ''] ?? 512
    const units = (node: TreeNode) =>
      node.kind === 'file' ? Math.ceil(getByteLength(node.text) / factor) : 8
    if (sign === '+') return node => units(node) > Number(count)
    return node => (sign === '-' ? units(node) < Number(count) : units(node) === Number(count))
  },
}

/** `-perm -u=s` and `-perm /u+s`. */
function bySymbolicMode(value: string): Test {
  const [, who = '', what = ''] = /^[-/]?([ugoa]*)[=+]([rwxs]+)$/.exec(value) ?? []
  if (what === '') throw new QueryError(`invalid mode ‘${value}’`)
  const shifts =
    who === '' || who.includes('a') ? [6, 3, 0] : [...who].map(one => ({ u: 6, g: 3, o: 0 })[one] ?? 0)
  let bits = 0
  for (const letter of what) {
    for (const shift of shifts) {
      if (letter === 's') bits |= shift === 6 ? 0o4000 : shift === 3 ? 0o2000 : 0
      else bits |= (letter === 'r' ? 4 : letter === 'w' ? 2 : 1) << shift
    }
  }
  return node => (node.mode & bits) === bits
}

function readQuery(call: Call, words: readonly string[]): Query {
  const query: Query = { tests: [], deepest: 99, shallowest: 0, action: 'print', words: [] }
  const queue = [...words]
  let isNegated = false
  const add = (test: Test) => {
    const wanted = !isNegated
    query.tests.push(node => test(node) === wanted)
    isNegated = false
  }
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    const maker = makers[word]
    if (word === '!' || word === '-not') isNegated = !isNegated
    else if (word === '-readable') add(node => hasPermission(call.shell.identity, node, 4))
    else if (word === '-writable') add(() => false)
    else if (word === '-executable') add(node => hasPermission(call.shell.identity, node, 1))
    else if (word === '-empty')
      add(node => (node.kind === 'file' ? node.text === '' : node.children.size === 0))
    else if (word === '-ls') query.action = 'list'
    else if (word === '-print' || word === '-xdev' || word === '-a') continue
    else if (word === '-exec') {
      const end = queue.findIndex(one => one === ';' || one === '+')
      if (end < 0) throw new QueryError("missing argument to `-exec'")
      query.action = queue[end] === '+' ? 'together' : 'each'
      query.words = queue.splice(0, end + 1).slice(0, -1)
    } else if (word === '-maxdepth' || word === '-mindepth') {
      const depth = Number(queue.shift())
      if (Number.isNaN(depth)) throw new QueryError(`Expected a positive decimal integer argument to ${word}`)
      if (word === '-maxdepth') query.deepest = depth
      else query.shallowest = depth
    } else if (maker) {
      const value = queue.shift()
      if (value === undefined) throw new QueryError(`missing argument to \`${word}'`)
      add(maker(value, call))
    } else throw new QueryError(`unknown predicate \`${word}'`)
  }
  return query
}

export const find: Command = call => {
  const split = call.args.findIndex(word => /^(?:-.|!)/.test(word))
  const starts = split < 0 ? call.args : call.args.slice(0, split)
  let query: Query
  try {
    query = readQuery(call, split < 0 ? [] : call.args.slice(split))
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return call.fail(error.message)
  }
  const { action, words, tests, shallowest, deepest } = query
  const found: string[] = []
  let status = 0
  const act = (path: string, node: TreeNode) => {
    if (action === 'print') call.print(`${path}\n`)
    else if (action === 'together') found.push(path)
    else if (action === 'each') call.run(words.map(word => word.replaceAll('{}', () => path)))
    else {
      const size = node.kind === 'file' ? getByteLength(call.shell.host.fill(node.text)) : 4096
      call.print(`${formatMode(node)} 1 ${node.owner} ${node.group} ${String(size).padStart(8)} ${path}\n`)
    }
  }
  const visit = (path: string, node: TreeNode, depth: number) => {
    if (depth >= shallowest && tests.every(test => test(node))) act(path, node)
    if (node.kind === 'file' || depth >= deepest) return
    if (!canList(call.shell.identity, node)) status = call.fail(`‘${path}’: ${permissionDenied}`)
    else for (const child of getChildren(node)) visit(joinPath(path, child.name), child, depth + 1)
  }
  for (const start of starts.length > 0 ? starts : ['.']) {
    const node = findNode(call, start)
    if (typeof node === 'string') status = call.fail(`‘${start}’: ${node}`)
    else visit(start, node, 0)
  }
  if (action === 'together' && found.length > 0) call.run([...words.filter(word => word !== '{}'), ...found])
  return status
}
