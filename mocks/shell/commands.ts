import * as builtin from './commands/builtin'
import { find } from './commands/find'
import { grep } from './commands/grep'
import { ls, stat } from './commands/listing'
import * as network from './commands/network'
import * as system from './commands/system'
import { sh, su, sudo } from './commands/system'
import * as text from './commands/text'
import type { Command } from './shell'

/** Shell built-ins: they have no file. */
const builtins: Readonly<Record<string, Command>> = {
  cd: builtin.cd,
  help: builtin.help,
  history: builtin.history,
  exit: builtin.exit,
  logout: builtin.exit,
  export: builtin.succeed,
  ll: ls,
  ':': builtin.succeed,
}

const programs: Readonly<Record<string, Command>> = {
  ls,
  dir: ls,
  stat,
  find,
  grep,
  egrep: grep,
  pwd: builtin.pwd,
  echo: builtin.echo,
  printf: builtin.printf,
  clear: builtin.clear,
  man: builtin.man,
  true: builtin.succeed,
  false: builtin.fail,
  sleep: builtin.succeed,
  cat: text.cat,
  less: text.pager,
  more: text.pager,
  head: text.head,
  tail: text.tail,
  wc: text.wc,
  strings: text.strings,
  file: text.file,
  base64: text.base64,
  xargs: text.xargs,
  sort: text.sort,
  uniq: text.uniq,
  tac: text.tac,
  rev: text.rev,
  whoami: system.whoami,
  id: system.id,
  groups: system.groups,
  hostname: system.hostname,
  uname: system.uname,
  env: system.env,
  printenv: system.env,
  date: system.date,
  uptime: system.uptime,
  ps: system.ps,
  which: system.which,
  capsh: system.capsh,
  ping: network.ping,
  nmap: network.nmap,
  curl: network.curl,
  nc: network.nc,
  ss: network.ss,
  netstat: network.ss,
  ip: network.ip,
  ifconfig: network.ip,
  dig: network.dig,
  snmpwalk: network.snmpwalk,
  sudo,
  su,
  sh,
  bash: sh,
  ssh: builtin.ssh,
  service: builtin.service,
  ...Object.fromEntries(
    ['touch', 'mkdir', 'rm', 'rmdir', 'cp', 'mv', 'ln', 'chmod', 'chown', 'tee'].map(name => [
      name,
      builtin.readOnlyCommand,
    ]),
  ),
  ...Object.fromEntries(['vi', 'vim', 'nano', 'top', 'htop'].map(name => [name, builtin.needsScreen])),
}

/** Programs in `/usr/bin` of every host. */
export const programNames: readonly string[] = Object.keys(programs)

export const commands: ReadonlyMap<string, Command> = new Map(Object.entries({ ...builtins, ...programs }))
