import type { ProgramSeed } from '../data/shell-types'

/** The file tree of a host. It never changes: everything on it is mounted read-only. */

interface NodeFields {
  /** The name in its directory; empty for the root. */
  name: string
  owner: string
  group: string
  /** Permission bits with SUID, as `0o4755`. */
  mode: number
  /** Virtual milliseconds since the epoch of the last change. */
  at: number
}

export interface Directory extends NodeFields {
  kind: 'directory'
  children: Map<string, TreeNode>
}

export interface PlainFile extends NodeFields {
  kind: 'file'
  /** With its placeholders; `Host.fill` makes the text that a person reads. */
  text: string
  program?: ProgramSeed
}

export type TreeNode = Directory | PlainFile

/** Whom the host takes a process for. */
export interface Identity {
  name: string
  groups: readonly string[]
  home: string
}

export const noSuchFile = 'No such file or directory'
export const permissionDenied = 'Permission denied'
const notDirectory = 'Not a directory'
export const readOnly = 'Read-only file system'

/** Whether the person may read (4), write (2) or search and run (1) the node. */
export function may(who: Identity, node: TreeNode, bit: 4 | 2 | 1): boolean {
  if (who.name === 'root') return bit !== 1 || node.kind === 'directory' || (node.mode & 0o111) !== 0
  if (who.name === node.owner) return ((node.mode >> 6) & bit) !== 0
  if (who.groups.includes(node.group)) return ((node.mode >> 3) & bit) !== 0
  return (node.mode & bit) !== 0
}

/** The path without `.`, `..` and doubled slashes, from the working directory unless it is absolute. */
export function absolutePath(cwd: string, path: string): string {
  const parts: string[] = []
  for (const part of `${path.startsWith('/') ? '' : cwd}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** The node at an absolute path, or the system's words for why the person cannot come there. */
export function lookUp(root: Directory, who: Identity, path: string): TreeNode | string {
  let node: TreeNode = root
  for (const part of path.split('/').filter(name => name !== '')) {
    if (node.kind !== 'directory') return notDirectory
    if (!may(who, node, 1)) return permissionDenied
    const child = node.children.get(part)
    if (!child) return noSuchFile
    node = child
  }
  return node
}

/** Children by name in the order of `ls`, which looks neither at dots nor at case. */
export function childrenOf(directory: Directory): TreeNode[] {
  const key = (name: string) => name.replace(/^\./, '').toLowerCase()
  return [...directory.children.values()].sort((one, other) =>
    key(one.name) < key(other.name) ? -1 : key(one.name) > key(other.name) ? 1 : 0,
  )
}

/** `drwxr-xr-x` and so on. */
export function modeText({ kind, mode }: TreeNode): string {
  const three = (bits: number) => `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`
  const owner = three(mode >> 6)
  const suid = mode & 0o4000 ? owner.replace(/x$/, 's').replace(/-$/, 'S') : owner
  return `${kind === 'directory' ? 'd' : '-'}${suid}${three(mode >> 3)}${three(mode)}`
}
