import type { Call } from '../shell'
import { hasPermission, lookupNode, noSuchFile, permissionDenied, resolvePath, type TreeNode } from '../tree'

/** The node of a path operand, or the error message. */
export function findNode({ shell }: Call, path: string): TreeNode | string {
  if (path === '') return noSuchFile
  return lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, path))
}

/** The text of a file, or the error message. */
export function readNode(call: Call, node: TreeNode): { text: string } | { error: string } {
  if (node.kind === 'directory') return { error: 'Is a directory' }
  if (!hasPermission(call.shell.identity, node, 4)) return { error: permissionDenied }
  return { text: call.shell.host.fill(node.text) }
}

export interface NamedInput {
  name: string
  text: string
}

/**
 * Reads the files, or the pipe if there are none. Unreadable files are reported and skipped; `failed` tells if there
 * were any.
 */
export function readInputs(call: Call, paths: readonly string[]): { texts: NamedInput[]; failed: boolean } {
  const texts: NamedInput[] = []
  let failed = false
  for (const path of paths.length > 0 ? paths : ['-']) {
    if (path === '-') {
      if (call.input === null) call.warn('this console reads files and pipes, not the keyboard')
      texts.push({ name: '(standard input)', text: call.input ?? '' })
      failed ||= call.input === null
      continue
    }
    if (path === '/dev/null') {
      texts.push({ name: path, text: '' })
      continue
    }
    const node = findNode(call, path)
    const found = typeof node === 'string' ? { error: node } : readNode(call, node)
    if ('text' in found) texts.push({ name: path, text: found.text })
    else {
      call.warn(`${path}: ${found.error}`)
      failed = true
    }
  }
  return { texts, failed }
}

/** Lines without line feeds, and without the empty rest after the last one. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** In UTF-8. */
export const getByteLength = (text: string) => new TextEncoder().encode(text).length
