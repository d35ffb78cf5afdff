import type { AccountSeed, DirectorySeed, FileSeed, ShellSeed } from './seed'
import type { Directory } from './tree'

/** The host of a terminal, for one user in one start of the lab. */
export interface Host {
  seed: ShellSeed
  /** Built by `buildTree`. */
  root: Directory
  /** Replaces the placeholders in a text of the seed. */
  fill(text: string): string
  /** Milliseconds since the epoch: now, and when the host was started. */
  now: number
  startedAt: number
}

export function encodeBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Null for invalid Base64; bytes that aren't UTF-8 become replacement characters. */
export function decodeBase64(code: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll(/\s/g, '')), character => character.charCodeAt(0))
    return new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}

const DAY_MS = 24 * 3600 * 1000
const DEFAULT_AGE_DAYS = 30

/** Varies hours and minutes by path. */
const getAgeMs = (path: string, days = DEFAULT_AGE_DAYS) =>
  days * DAY_MS + ([...path].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7) % 1440) * 60_000

/**
 * Builds the file tree of a host.
 *
 * @param startedAt the time that the ages of its files are counted from, in milliseconds since the epoch
 * @param programs the names of its commands
 */
export function buildTree(seed: ShellSeed, startedAt: number, programs: readonly string[]): Directory {
  const users = getAccounts(seed).filter(({ id }) => id >= 1000)

  const makeDirectory = (name: string, owner: string, at: number): Directory => {
    return { kind: 'directory', name, owner, group: owner, mode: 0o755, at, children: new Map() }
  }

  /** Files of a home directory belong to its user. */
  const getOwner = (path: string) =>
    users.find(user => `${path}/`.startsWith(`${getHome(user)}/`))?.name ?? 'root'

  const root = makeDirectory('', 'root', startedAt - DEFAULT_AGE_DAYS * DAY_MS)

  /** The directory at a path, created if missing. */
  const ensureDirectory = (path: string): Directory => {
    let current = root
    let walked = ''
    for (const name of path.split('/').filter(part => part !== '')) {
      walked += `/${name}`
      const known = current.children.get(name)
      if (known?.kind === 'file') throw new Error(`${walked} is a file in the file system of ${seed.host}.`)
      const next = known ?? makeDirectory(name, getOwner(walked), startedAt - getAgeMs(walked))
      current.children.set(name, next)
      current = next
    }
    return current
  }

  const setAttributes = (path: string, { owner, group, mode }: DirectorySeed) => {
    const node = ensureDirectory(path)
    node.owner = owner ?? node.owner
    node.group = group ?? owner ?? node.group
    node.mode = mode ?? node.mode
  }

  const addFile = (path: string, { text, program, daysAgo, mode = 0o644, ...given }: FileSeed) => {
    const slash = path.lastIndexOf('/')
    const name = path.slice(slash + 1)
    const { owner = getOwner(path), group = owner } = given
    const at = startedAt - getAgeMs(path, daysAgo)
    const file = { kind: 'file', name, owner, group, mode, at, text, ...(program && { program }) } as const
    ensureDirectory(path.slice(0, slash)).children.set(name, file)
  }

  for (const user of users) setAttributes(getHome(user), { owner: user.name, mode: 0o750 })
  setAttributes('/root', { mode: 0o700 })
  setAttributes('/tmp', { mode: 0o777 })
  for (const [path, fields] of Object.entries(seed.directories ?? {})) setAttributes(path, fields)
  for (const name of programs)
    addFile(`/usr/bin/${name}`, { text: binary('/lib64/ld-linux-x86-64.so.2', name), mode: 0o755 })
  for (const [path, file] of Object.entries({ ...baseFiles(seed), ...seed.files }))
    addFile(path, typeof file === 'string' ? { text: file } : file)
  return root
}

export function getIdentity(seed: ShellSeed, name = getUserName(seed)) {
  const account = getAccounts(seed).find(one => one.name === name)
  return {
    name,
    groups: [name, ...(name === getUserName(seed) ? (seed.groups ?? []) : [])],
    home: account ? getHome(account) : '/',
  }
}

/** Accounts, configuration and programs that every lab host has, as on a small Debian. */

const getUserName = (seed: ShellSeed) => seed.user ?? 'student'

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

const getHome = ({ name, home }: AccountSeed) => home ?? `/home/${name}`

function passwd(seed: ShellSeed): string {
  const line = (account: AccountSeed) => {
    const { name, id, shell = '/bin/bash' } = account
    return `${name}:x:${id}:${id}:${name}:${getHome(account)}:${shell}\n`
  }
  return getAccounts(seed).map(line).join('')
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
function baseFiles(seed: ShellSeed): Record<string, string | FileSeed> {
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
const binary = (...words: string[]) =>
  `\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0${words.join('\0\x02\0\x01')}\0GCC: (Debian 14.2.0-19) 14.2.0\0.text\0.rodata\0`
