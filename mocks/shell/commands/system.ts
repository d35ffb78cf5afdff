import { globTest } from '../glob'
import { getAccounts, getGroupId, getIdentity } from '../host'
import type { ProcessSeed } from '../seed'
import type { Call, Command } from '../shell'
import { utcParts } from './inputs'

export const whoami: Command = ({ print, shell }) => print(`${shell.identity.name}\n`)

export const id: Command = ({ print, fail, shell, args }) => {
  const { host, identity } = shell
  const name = args.find(word => !word.startsWith('-')) ?? identity.name
  const account = getAccounts(host.seed).find(one => one.name === name)
  if (!account) return fail(`‘${name}’: no such user`)
  if (args.includes('-u')) return print(`${args.includes('-n') ? name : account.id}\n`)
  if (args.includes('-un')) return print(`${name}\n`)
  const groups = name === identity.name ? identity.groups : [name]
  const listed = groups.map(group => `${getGroupId(host.seed, group)}(${group})`).join(',')
  return print(`uid=${account.id}(${name}) gid=${account.id}(${name}) groups=${listed}\n`)
}

export const groups: Command = ({ print, shell }) => print(`${shell.identity.groups.join(' ')}\n`)
export const hostname: Command = ({ print, shell, args }) =>
  print(`${args.includes('-I') ? shell.host.seed.address : shell.host.seed.host}\n`)

export const uname: Command = ({ print, shell, args }) => {
  const { host } = shell.host.seed
  if (args.some(word => word.includes('a')))
    return print(
      `Linux ${host} 6.12.43+deb13-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.12.43-1 x86_64 GNU/Linux\n`,
    )
  return print(
    args.includes('-r')
      ? '6.12.43+deb13-amd64\n'
      : args.includes('-n')
        ? `${host}\n`
        : args.includes('-m')
          ? 'x86_64\n'
          : 'Linux\n',
  )
}

export const env: Command = ({ print, shell, args }) => {
  const [name] = args
  if (name === undefined || name.startsWith('-')) {
    return print(
      Object.entries(shell.environment)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
  }
  const value = shell.environment[name]
  if (value === undefined) return 1
  return print(`${value}\n`)
}

/** Virtual time, in UTC. */
export const date: Command = ({ print, shell: { host }, args }) => {
  const { weekday, month, day, time, year } = utcParts(host.now)
  const format = args.find(word => word.startsWith('+'))?.slice(1)
  if (format === undefined) return print(`${weekday} ${month} ${day} ${time} UTC ${year}\n`)
  const iso = new Date(host.now).toISOString().slice(0, 10)
  const values: Record<string, string> = {
    F: iso,
    T: time,
    s: String(Math.floor(host.now / 1000)),
    Y: year,
    m: iso.slice(5, 7),
    d: iso.slice(8),
    H: time.slice(0, 2),
    M: time.slice(3, 5),
    S: time.slice(6),
  }
  return print(`${format.replaceAll(/%([A-Za-z])/g, (whole, letter: string) => values[letter] ?? whole)}\n`)
}

export const uptime: Command = ({ print, shell }) => {
  const minutes = Math.max(0, Math.floor((shell.host.now - shell.host.startedAt) / 60_000))
  return print(` up ${minutes} min,  1 user,  load average: 0.02, 0.05, 0.01\n`)
}

function getProcesses({ shell }: Call): ProcessSeed[] {
  return [
    { user: 'root', id: 1, command: '/sbin/init' },
    { user: 'root', id: 214, command: '/usr/sbin/cron -f' },
    { user: 'root', id: 231, command: 'sshd: /usr/sbin/sshd -D [listener]' },
    ...(shell.host.seed.processes ?? []),
    { user: shell.identity.name, id: 1337, command: '-bash' },
    { user: shell.identity.name, id: 1402, command: 'ps' },
  ]
}

export const ps: Command = call => {
  const { args, print, shell } = call
  const isAll = args.some(word => /[aeA]/.test(word.replace(/^-/, '')) && !word.startsWith('-o'))
  const shown = getProcesses(call).filter(({ user }) => isAll || user === shell.identity.name)
  if (!isAll) {
    print('    PID TTY          TIME CMD\n')
    for (const { id: pid, command } of shown)
      print(`${String(pid).padStart(7)} pts/0    00:00:00 ${command.replace(/^-/, '')}\n`)
    return 0
  }
  print(`${'USER'.padEnd(12)}${'PID'.padStart(6)} %CPU %MEM COMMAND\n`)
  for (const { user, id: pid, command } of shown) {
    print(`${user.padEnd(12)}${String(pid).padStart(6)}  0.0  0.1 ${shell.host.fill(command)}\n`)
  }
  return 0
}

export const which: Command = ({ args, print, shell }) => {
  const bin = shell.host.root.children.get('usr')
  const programs = bin?.kind === 'directory' ? bin.children.get('bin') : undefined
  const isThere = (name: string) => programs?.kind === 'directory' && programs.children.has(name)
  for (const name of args.filter(isThere)) print(`/usr/bin/${name}\n`)
  return args.every(isThere) ? 0 : 1
}

/** By bit, without the prefix `cap_`. */
const capabilities = `
  chown dac_override dac_read_search fowner fsetid kill setgid setuid setpcap linux_immutable
  net_bind_service net_broadcast net_admin net_raw ipc_lock ipc_owner sys_module sys_rawio sys_chroot
  sys_ptrace sys_pacct sys_admin sys_boot sys_nice sys_resource sys_time sys_tty_config mknod lease
  audit_write audit_control setfcap
`
  .trim()
  .split(/\s+/)

export const capsh: Command = ({ args, print }) => {
  const mask = /^--decode=(?:0x)?([0-9a-f]{1,16})$/i.exec(args[0] ?? '')?.[1]
  if (mask === undefined) return print('usage: capsh --decode=MASK\n', 1)
  const bits = BigInt(`0x${mask}`)
  const names = capabilities.filter((_, bit) => (bits >> BigInt(bit)) & 1n).map(name => `cap_${name}`)
  return print(`0x${mask.padStart(16, '0')}=${names.join(',')}\n`)
}

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
  if (name === undefined) return call.print('usage: sudo -l | sudo [-u user] command\n', 1)
  const path = name.includes('/') ? name : `/usr/bin/${name}`
  const line = [path, ...args].join(' ')
  const isAllowed =
    identity.name === 'root' || rules.some(rule => rule.as === as && globTest(rule.command)(line))
  if (!getAccounts(seed).some(one => one.name === as)) return call.fail(`unknown user ${as}`)
  if (!isAllowed)
    return call.print(
      `Sorry, user ${identity.name} is not allowed to execute '${line}' as ${as} on ${seed.host}.\n`,
      1,
    )
  return call.run([name, ...args], { as: getIdentity(seed, as) })
}

function list(call: Call): number {
  const { seed } = call.shell.host
  const { name } = call.shell.identity
  const rules = seed.sudo ?? []
  if (rules.length === 0) return call.print(`Sorry, user ${name} may not run sudo on ${seed.host}.\n`, 1)
  call.print(`User ${name} may run the following commands on ${seed.host}:\n`)
  for (const { as, command } of rules) call.print(`    (${as}) NOPASSWD: ${command}\n`)
  return 0
}

export const su: Command = call => {
  call.print('Password: \n')
  return call.fail('Authentication failure')
}

/** `sh -c …` runs one line; without `-c` it does nothing. */
export const sh: Command = call => {
  const at = call.args.indexOf('-c')
  if (at < 0) return 0
  return call.runLine(call.args[at + 1] ?? '')
}
