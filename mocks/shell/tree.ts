import type { ProgramSeed } from './seed'

/** The file tree of a host; read-only. */

interface NodeFields {
  /** Empty for the root. */
  name: string
  owner: string
  group: string
  /** Permission bits with SUID, as `0o4755`. */
  mode: number
  /** Modification time, in virtual milliseconds since the epoch. */
  at: number
}

export interface Directory extends NodeFields {
  kind: 'directory'
  children: Map<string, TreeNode>
}

interface PlainFile extends NodeFields {
  kind: 'file'
  /** With placeholders, see `Host.fill`. */
  text: string
  program?: ProgramSeed
}

export type TreeNode = Directory | PlainFile

/** The user of a process. */
export interface Identity {
  name: string
  groups: readonly string[]
  home: string
}

export const noSuchFile = 'No such file or directory'
export const permissionDenied = 'Permission denied'
const notDirectory = 'Not a directory'
export const readOnly = 'Read-only file system'

/** `bit`: read (4), write (2), search or execute (1). */
export function hasPermission(identity: Identity, node: TreeNode, bit: 4 | 2 | 1): boolean {
  if (identity.name === 'root') return bit !== 1 || node.kind === 'directory' || (node.mode & 0o111) !== 0
  if (identity.name === node.owner) return ((node.mode >> 6) & bit) !== 0
  if (identity.groups.includes(node.group)) return ((node.mode >> 3) & bit) !== 0
  return (node.mode & bit) !== 0
}

/** Whether the names and nodes inside can be read. */
export const canList = (identity: Identity, node: TreeNode) =>
  hasPermission(identity, node, 4) && hasPermission(identity, node, 1)

export const joinPath = (path: string, name: string) => `${path.replace(/\/$/, '')}/${name}`

/** Resolves `.`, `..` and doubled slashes. */
export function resolvePath(cwd: string, path: string): string {
  const parts: string[] = []
  for (const part of `${path.startsWith('/') ? '' : cwd}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** The node at an absolute path, or the error message. */
export function lookupNode(root: Directory, identity: Identity, path: string): TreeNode | string {
  let node: TreeNode = root
  for (const part of path.split('/').filter(name => name !== '')) {
    if (node.kind !== 'directory') return notDirectory
    if (!hasPermission(identity, node, 1)) return permissionDenied
    const child = node.children.get(part)
    if (!child) return noSuchFile
    node = child
  }
  return node
}

/** Sorted as by `ls`: ignoring leading dots and case. */
export function getChildren(directory: Directory): TreeNode[] {
  const key = (name: string) => name.replace(/^\./, '').toLowerCase()
  return [...directory.children.values()].sort((one, other) =>
    key(one.name) < key(other.name) ? -1 : key(one.name) > key(other.name) ? 1 : 0,
  )
}

/** `drwxr-xr-x` and so on. */
export function formatMode({ kind, mode }: TreeNode): string {
  const three = (bits: number) => `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`
  const owner = three(mode >> 6)
  const suid = mode & 0o4000 ? owner.replace(/x$/, 's').replace(/-$/, 'S') : owner
  return `${kind === 'directory' ? 'd' : '-'}${suid}${three(mode >> 3)}${three(mode)}`
}
