import { globTest } from './glob'
import type { Part, Word } from './lex'
import type { Shell } from './shell'
import { getChildren, hasPermission, lookupNode, resolvePath } from './tree'

/** Runs a command line and returns its output, for `$(…)`. */
type Capture = (line: string) => string

/** Expands a word to its arguments: none, one, or the matches of a glob. */
export function expand(shell: Shell, word: Word, capture: Capture): string[] {
  return toFields(shell, withHome(shell, word), capture).flatMap(field => {
    const glob = field
      .map(({ text, isQuoted }) => (isQuoted ? text.replaceAll(/[\\*?[]/g, '\\$&') : text))
      .join('')
    const plain = field.map(({ text }) => text).join('')
    const isGlob = field.some(({ text, isQuoted }) => !isQuoted && /[*?[]/.test(text))
    const found = isGlob ? matches(shell, glob) : []
    return found.length > 0 ? found : [plain]
  })
}

/** Expands a word to one text, for the target of a redirection. */
export function expandToOne(shell: Shell, word: Word, capture: Capture): string {
  return toFields(shell, withHome(shell, word), capture)
    .map(field => field.map(({ text }) => text).join(''))
    .join(' ')
}

function withHome(shell: Shell, word: Word): Word {
  const [first, ...others] = word
  if (first?.kind !== 'text' || first.isQuoted || !/^~(?=\/|$)/.test(first.text)) return word
  return [
    { kind: 'text', text: shell.identity.home, isQuoted: true },
    { ...first, text: first.text.slice(1) },
    ...others,
  ]
}

function toFields(shell: Shell, word: Word, capture: Capture): Part[][] {
  const fields: Part[][] = []
  let field: Part[] | null = null
  for (const part of word) {
    const text = part.kind === 'text' ? part.text : toText(shell, part, capture)
    if (part.kind === 'text' || part.isQuoted) {
      field = [...(field ?? []), { kind: 'text', text, isQuoted: part.isQuoted }]
      continue
    }
    // Unquoted expansions are split at spaces.
    const pieces = text.split(/\s+/)
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 && field) {
        fields.push(field)
        field = null
      }
      if (piece !== '') field = [...(field ?? []), { kind: 'text', text: piece, isQuoted: false }]
    }
  }
  if (field) fields.push(field)
  return fields
}

function toText(shell: Shell, part: Part, capture: Capture): string {
  if (part.kind === 'command') return capture(part.text).replace(/\n+$/, '')
  if (part.text === '?') return String(shell.exitStatus)
  if (part.text === '$') return '1337'
  if (part.text === '#') return '0'
  return shell.environment[part.text] ?? ''
}

/** Matching paths in order; none if nothing matches. */
function matches(shell: Shell, glob: string): string[] {
  const isAbsolute = glob.startsWith('/')
  let found = [isAbsolute ? '/' : '']
  for (const part of glob.split('/').filter(one => one !== '')) {
    found = found.flatMap(base => step(shell, base, part))
  }
  return found
}

function step(shell: Shell, base: string, part: string): string[] {
  const join = (name: string) => (base === '' || base.endsWith('/') ? base + name : `${base}/${name}`)
  const literal = part.replaceAll(/\\(.)/gsu, '$1')
  const directory = lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, base))
  if (typeof directory === 'string' || directory.kind !== 'directory') return []
  if (!/(?<!\\)[*?[]/.test(part)) {
    const isThere = literal === '.' || literal === '..' || directory.children.has(literal)
    return isThere ? [join(literal)] : []
  }
  if (!hasPermission(shell.identity, directory, 4)) return []
  const fits = globTest(part)
  return getChildren(directory)
    .filter(({ name }) => fits(name) && (part.startsWith('.') || !name.startsWith('.')))
    .map(({ name }) => join(name))
}
