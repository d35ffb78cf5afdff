import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile } from './generated-file'
import { readIfThere } from './read-if-there'

/** Writes only files that differ, so watchers and build caches see no needless change; returns their paths. */
export function writeFiles(root: string, files: readonly GeneratedFile[]): string[] {
  const stale = files.filter(file => readIfThere(join(root, file.path)) !== file.text)
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return stale.map(file => file.path)
}

/** One readable difference for each stale file; empty when all are up to date. */
export function compareFiles(root: string, files: readonly GeneratedFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const current = readIfThere(join(root, path))
    if (current === text) return []
    if (current === undefined) return [`${path} does not exist.`]
    return [`${path} is stale:\n${firstHunk(current, text)}`]
  })
}

const context = 2
const mostLines = 8

/** The first difference of two texts like a unified diff: `-` is in the file, `+` is expected. */
export function firstHunk(before: string, after: string): string {
  const old = before.split('\n')
  const next = after.split('\n')
  const start = firstDifference(old, next) ?? 0
  const { removed, added } = resync(old.slice(start, start + 60), next.slice(start, start + 60))
  const from = Math.max(0, start - context)
  const lines = [
    `@@ line ${start + 1} @@`,
    ...old.slice(from, start).map(line => `  ${line}`),
    ...clip(old.slice(start, start + removed), '-'),
    ...clip(next.slice(start, start + added), '+'),
    ...next.slice(start + added, start + added + context).map(line => `  ${line}`),
  ]
  return lines.join('\n')
}

function firstDifference(old: readonly string[], next: readonly string[]): number | undefined {
  const length = Math.max(old.length, next.length)
  for (let index = 0; index < length; index++) if (old[index] !== next[index]) return index
  return undefined
}

/** The shortest pair of line counts to skip on both sides until the texts agree again. */
function resync(old: readonly string[], next: readonly string[]): { removed: number; added: number } {
  for (let total = 1; total <= old.length + next.length; total++) {
    for (let removed = Math.max(0, total - next.length); removed <= Math.min(total, old.length); removed++) {
      const added = total - removed
      const isSame = old[removed] === next[added] && old[removed + 1] === next[added + 1]
      if (isSame && (removed < old.length || added < next.length)) return { removed, added }
    }
  }
  return { removed: old.length, added: next.length }
}

function clip(lines: readonly string[], sign: string): string[] {
  const shown = lines.slice(0, mostLines).map(line => `${sign} ${line.slice(0, 160)}`)
  return lines.length > mostLines ? [...shown, `${sign} (${lines.length - mostLines} more lines)`] : shown
}
