import type { FileSeed, ShellSeed } from '../data/shell-types'
import { digest } from '../digest'
import { baseFiles, binary, getAccounts, getHome, getUserName } from './base-files'
import type { Directory, PlainFile } from './tree'

const day = 24 * 3600 * 1000
const defaultAge = 30

/** Builds the file tree of a host. `programs` are the names of its commands. */
export function buildTree(seed: ShellSeed, startedAt: number, programs: readonly string[]): Directory {
  const root = directory('', 'root', startedAt - defaultAge * day)
  for (const account of getAccounts(seed)) {
    if (account.id >= 1000)
      setAttributes(root, seed, getHome(account), { owner: account.name, mode: 0o750 }, startedAt)
  }
  setAttributes(root, seed, '/root', { mode: 0o700 }, startedAt)
  setAttributes(root, seed, '/tmp', { mode: 0o777 }, startedAt)
  for (const [path, fields] of Object.entries(seed.directories ?? {}))
    setAttributes(root, seed, path, fields, startedAt)
  for (const name of programs) {
    const path = `/usr/bin/${name}`
    addFile(root, seed, path, { text: binary('/lib64/ld-linux-x86-64.so.2', name), mode: 0o755 }, startedAt)
  }
  for (const [path, file] of Object.entries({ ...baseFiles(seed), ...seed.files })) {
    addFile(root, seed, path, typeof file === 'string' ? { text: file } : file, startedAt)
  }
  return root
}

function directory(name: string, owner: string, at: number): Directory {
  return { kind: 'directory', name, owner, group: owner, mode: 0o755, at, children: new Map() }
}

/** Files of a home directory belong to its user. */
function getOwner(seed: ShellSeed, path: string): string {
  const account = getAccounts(seed).find(one => one.id >= 1000 && `${path}/`.startsWith(`${getHome(one)}/`))
  return account?.name ?? 'root'
}

/** The directory at a path, created if missing. */
function ensureDirectory(root: Directory, seed: ShellSeed, path: string, startedAt: number): Directory {
  let current = root
  let walked = ''
  for (const name of path.split('/').filter(part => part !== '')) {
    walked += `/${name}`
    const known = current.children.get(name)
    if (known?.kind === 'file') throw new Error(`${walked} is a file in the file system of ${seed.host}.`)
    const next = known ?? directory(name, getOwner(seed, walked), startedAt - getAgeMs(walked, defaultAge))
    current.children.set(name, next)
    current = next
  }
  return current
}

/** Varies hours and minutes by path. */
const getAgeMs = (path: string, days: number) =>
  days * day + (Number.parseInt(digest(4, 'age', path), 16) % 1440) * 60_000

function setAttributes(
  root: Directory,
  seed: ShellSeed,
  path: string,
  { owner, group, mode }: { owner?: string; group?: string; mode?: number },
  startedAt: number,
): void {
  const node = ensureDirectory(root, seed, path, startedAt)
  node.owner = owner ?? node.owner
  node.group = group ?? owner ?? node.group
  node.mode = mode ?? node.mode
}

function addFile(root: Directory, seed: ShellSeed, path: string, file: FileSeed, startedAt: number): void {
  const at = path.lastIndexOf('/')
  const name = path.slice(at + 1)
  const owner = file.owner ?? getOwner(seed, path)
  const node: PlainFile = {
    kind: 'file',
    name,
    owner,
    group: file.group ?? owner,
    mode: file.mode ?? 0o644,
    at: startedAt - getAgeMs(path, file.daysAgo ?? defaultAge),
    text: file.text,
    ...(file.program && { program: file.program }),
  }
  ensureDirectory(root, seed, path.slice(0, at), startedAt).children.set(name, node)
}

export function getIdentity(seed: ShellSeed, name = getUserName(seed)) {
  const account = getAccounts(seed).find(one => one.name === name)
  return {
    name,
    groups: [name, ...(name === getUserName(seed) ? (seed.groups ?? []) : [])],
    home: account ? getHome(account) : '/',
  }
}
