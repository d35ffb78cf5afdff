import { identityOf } from './build-tree'
import type { Call } from './shell'
import { absolutePath, lookUp, may, noSuchFile, permissionDenied } from './tree'

/** Runs a program that only this host has, found by its path or in the directories of the shell. */
export function runProgram(call: Call, complain: (text: string) => void): number {
  const { shell, name, args } = call
  const { host, who } = shell
  const refuse = (status: number, reason: string) => {
    complain(`bash: ${name}: ${reason}\n`)
    return status
  }
  if (name === '') return refuse(127, 'command not found')
  const paths = name.includes('/')
    ? [absolutePath(shell.cwd, name)]
    : ['/usr/local/bin', '/usr/local/sbin', '/usr/sbin', '/opt/bin'].map(directory => `${directory}/${name}`)
  const found = paths.map(path => lookUp(host.root, who, path)).find(node => typeof node !== 'string')
  if (!found || typeof found === 'string') {
    if (!name.includes('/')) return refuse(127, 'command not found')
    const reason = lookUp(host.root, who, paths[0] ?? '/')
    return typeof reason === 'string' && reason !== noSuchFile ? refuse(126, reason) : refuse(127, noSuchFile)
  }
  if (found.kind === 'directory') return refuse(126, 'Is a directory')
  if (!may(who, found, 1)) return refuse(126, permissionDenied)
  const { program } = found
  if (!program) return found.text.startsWith('#!') ? runScript(call, host.fill(found.text)) : 0
  const [first] = args
  if (first === undefined || (program.word !== undefined && first !== program.word)) {
    call.print(`${program.usage}\n`)
    return 64
  }
  // The words stand unquoted in the line, as in the `system` of a careless programmer.
  return call.runLine(
    program.line.replaceAll('%s', () => first),
    { as: identityOf(host.seed, program.as) },
  )
}

/** A script is its lines, without those that need more of a shell than this one has. */
function runScript(call: Call, text: string): number {
  let status = 0
  for (const line of text.split('\n').filter(one => one.trim() !== '' && !one.startsWith('#'))) {
    status = call.runLine(line)
  }
  return status
}
