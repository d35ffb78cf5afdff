import type { AccountSeed, FileSeed, ShellSeed } from '../data/shell-types'

/** Accounts, configuration and programs that every lab host has, as on a small Debian. */

export const getUserName = (seed: ShellSeed) => seed.user ?? 'student'

export function getAccounts(seed: ShellSeed): AccountSeed[] {
  return [
    { name: 'root', id: 0, home: '/root' },
    { name: 'daemon', id: 1, home: '/usr/sbin', shell: '/usr/sbin/nologin' },
    { name: 'www-data', id: 33, home: '/var/www', shell: '/usr/sbin/nologin' },
    { name: 'sshd', id: 104, home: '/run/sshd', shell: '/usr/sbin/nologin' },
    ...(getUserName(seed) === 'root' ? [] : [{ name: getUserName(seed), id: 1000 }]),
    ...(seed.accounts ?? []),
  ]
}

const systemGroups: Readonly<Record<string, number>> = { adm: 4, shadow: 42, sudo: 27, staff: 50, users: 100 }

/** The id of a system group, of an account's group, or a generated one. */
export function getGroupId(seed: ShellSeed, name: string): number {
  const account = getAccounts(seed).find(one => one.name === name)
  return account?.id ?? systemGroups[name] ?? 1100 + (seed.groups ?? []).indexOf(name)
}

export const getHome = ({ name, home }: AccountSeed) => home ?? `/home/${name}`

function passwd(seed: ShellSeed): string {
  return getAccounts(seed)
    .map(
      ({ name, id, shell, home }) =>
        `${name}:x:${id}:${id}:${name}:${getHome({ name, id, ...(home && { home }) })}:${shell ?? '/bin/bash'}\n`,
    )
    .join('')
}

function groupFile(seed: ShellSeed): string {
  const names = new Set([
    ...getAccounts(seed).map(({ name }) => name),
    ...Object.keys(systemGroups),
    ...(seed.groups ?? []),
  ])
  const members = (name: string) => (seed.groups?.includes(name) ? getUserName(seed) : '')
  return [...names].map(name => `${name}:x:${getGroupId(seed, name)}:${members(name)}\n`).join('')
}

function hostsFile({ host, address, network = [] }: ShellSeed): string {
  const named = network.filter(({ names }) => names && names.length > 0)
  return [
    '127.0.0.1\tlocalhost\n',
    `${address}\t${host}\n`,
    ...named.map(one => `${one.address}\t${one.names?.join(' ')}\n`),
  ].join('')
}

/** The files of every host by path; those of the lab's seed override them. */
export function baseFiles(seed: ShellSeed): Record<string, string | FileSeed> {
  const home = getUserName(seed) === 'root' ? '/root' : `/home/${getUserName(seed)}`
  return {
    '/etc/passwd': passwd(seed),
    '/etc/group': groupFile(seed),
    '/etc/shadow': { text: 'root:*:20000:0:99999:7:::\n', group: 'shadow', mode: 0o640 },
    '/etc/hostname': `${seed.host}\n`,
    '/etc/hosts': hostsFile(seed),
    '/etc/os-release':
      'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\nID=debian\n',
    '/etc/debian_version': '13.1\n',
    '/etc/crontab':
      '# m h dom mon dow user  command\n17 *  * * *  root  cd / && run-parts /etc/cron.hourly\n',
    '/etc/ssh/sshd_config': 'PermitRootLogin no\nPasswordAuthentication no\nSubsystem sftp internal-sftp\n',
    '/etc/sudoers': { text: '# This file MUST be edited with visudo.\n', mode: 0o440 },
    '/proc/version': 'Linux version 6.12.43+deb13-amd64 (debian-kernel) #1 SMP PREEMPT_DYNAMIC\n',
    '/var/log/dpkg.log': { text: 'status installed openssh-server:amd64\n', group: 'adm', mode: 0o640 },
    [`${home}/.bashrc`]: "export PS1='\\u@\\h:\\w\\$ '\nalias ll='ls -l'\n",
    [`${home}/.profile`]: '[ -f "$HOME/.bashrc" ] && . "$HOME/.bashrc"\n',
  }
}

/** The content of a compiled program, for `file` and `strings`. */
export const binary = (...words: string[]) =>
  `\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0${words.join('\0\x02\0\x01')}\0GCC: (Debian 14.2.0-19) 14.2.0\0.text\0.rodata\0`
