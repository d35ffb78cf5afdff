import { getIdentity } from './build-tree'
import type { Call } from './shell'
import { hasPermission, lookupNode, noSuchFile, permissionDenied, resolvePath } from './tree'

/** Runs a program of this host, found by its path or in the PATH directories. */
export function runProgram(call: Call, complain: (text: string) => void): number {
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
