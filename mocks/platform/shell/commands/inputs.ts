import type { Call } from '../shell'
import { absolutePath, lookUp, may, noSuchFile, permissionDenied, type TreeNode } from '../tree'

/** The node that an operand of a command names, or the system's words for why not. */
export function nodeAt({ shell }: Call, path: string): TreeNode | string {
  if (path === '') return noSuchFile
  return lookUp(shell.host.root, shell.who, absolutePath(shell.cwd, path))
}

/** The text of a file that the person may read, or the system's words for why not. */
export function readNode(call: Call, node: TreeNode): { text: string } | { refusal: string } {
  if (node.kind === 'directory') return { refusal: 'Is a directory' }
  if (!may(call.shell.who, node, 4)) return { refusal: permissionDenied }
  return { text: call.shell.host.fill(node.text) }
}

export interface NamedText {
  name: string
  text: string
}

/**
 * The texts of the files, or of what comes through the pipe when there are none. Files that cannot be read are
 * complained about and left out; `failed` says that there were some.
 */
export function readInputs(call: Call, paths: readonly string[]): { texts: NamedText[]; failed: boolean } {
  const texts: NamedText[] = []
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
    const node = nodeAt(call, path)
    const found = typeof node === 'string' ? { refusal: node } : readNode(call, node)
    if ('text' in found) texts.push({ name: path, text: found.text })
    else {
      call.warn(`${path}: ${found.refusal}`)
      failed = true
    }
  }
  return { texts, failed }
}

/** Lines without their line feeds; the empty rest after the last one is no line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Bytes of a text in UTF-8. */
export const sizeOf = (text: string) => new TextEncoder().encode(text).length
