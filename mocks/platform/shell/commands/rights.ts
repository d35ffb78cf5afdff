import { getAccounts } from '../base-files'
import { getIdentity } from '../build-tree'
import { globTest } from '../glob'
import type { Call, Command } from '../shell'

export const sudo: Command = call => {
  const { seed } = call.shell.host
  const { identity } = call.shell
  const rules = seed.sudo ?? []
  const words = [...call.args]
  let as = 'root'
  while (words[0]?.startsWith('-')) {
    const flag = words.shift()
    if (flag === '-l') return list(call)
    if (flag === '-u') as = words.shift() ?? 'root'
    else if (flag === '-i' || flag === '-s') words.unshift('/bin/bash')
    else if (flag !== '-n' && flag !== '-E') break
  }
  const [name, ...args] = words
  if (name === undefined) {
    call.print('usage: sudo -l | sudo [-u user] command\n')
    return 1
  }
  const path = name.includes('/') ? name : `/usr/bin/${name}`
  const line = [path, ...args].join(' ')
  const isAllowed =
    identity.name === 'root' || rules.some(rule => rule.as === as && globTest(rule.command)(line))
  if (!getAccounts(seed).some(one => one.name === as)) {
    call.warn(`unknown user ${as}`)
    return 1
  }
  if (!isAllowed) {
    call.print(`Sorry, user ${identity.name} is not allowed to execute '${line}' as ${as} on ${seed.host}.\n`)
    return 1
  }
  return call.run([name, ...args], { as: getIdentity(seed, as) })
}

function list(call: Call): number {
  const { seed } = call.shell.host
  const { name } = call.shell.identity
  const rules = seed.sudo ?? []
  if (rules.length === 0) {
    call.print(`Sorry, user ${name} may not run sudo on ${seed.host}.\n`)
    return 1
  }
  call.print(`User ${name} may run the following commands on ${seed.host}:\n`)
  for (const { as, command } of rules) call.print(`    (${as}) NOPASSWD: ${command}\n`)
  return 0
}

export const su: Command = call => {
  call.print('Password: \n')
  call.warn('Authentication failure')
  return 1
}

/** `sh -c …` runs one line; without `-c` it does nothing. */
export const sh: Command = call => {
  const at = call.args.indexOf('-c')
  if (at < 0) return 0
  return call.runLine(call.args[at + 1] ?? '')
}
