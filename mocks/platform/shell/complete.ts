import { commands } from './commands'
import type { Shell } from './shell'
import { getChildren, hasPermission, lookupNode, resolvePath } from './tree'

export interface Completion {
  /** Inserted at the cursor. */
  addition: string
  /** Candidates, if there are several and nothing can be inserted. */
  choices: string[]
}

const none: Completion = { addition: '', choices: [] }

/** Tab completion: a command at the start of the line, otherwise a path. */
export function complete(shell: Shell, before: string): Completion {
  const word = /(?:\\.|[^\s|;&<>])*$/.exec(before)?.[0] ?? ''
  const isCommand = /(?:^|[|;&(])\s*(?:sudo\s+)?$/.test(before.slice(0, before.length - word.length))
  const typed = word.replaceAll(/\\(.)/gsu, '$1')
  if (isCommand && !typed.includes('/')) {
    if (typed === '') return none
    return choose([...commands.keys()].filter(name => name.startsWith(typed)).sort(), typed, ' ')
  }
  const slash = typed.lastIndexOf('/') + 1
  const directoryPath = typed.slice(0, slash).replace(/^~(?=\/)/, shell.identity.home)
  const directory = lookupNode(shell.host.root, shell.identity, resolvePath(shell.cwd, directoryPath))
  if (
    typeof directory === 'string' ||
    directory.kind === 'file' ||
    !hasPermission(shell.identity, directory, 4)
  )
    return none
  const start = typed.slice(slash)
  const names = getChildren(directory)
    .filter(({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')))
    .map(({ name, kind }) => (kind === 'directory' ? `${name}/` : name))
  return choose(names, start, ' ')
}

function choose(names: readonly string[], typed: string, ending: string): Completion {
  const [first] = names
  if (first === undefined) return none
  if (names.length === 1) {
    return { addition: quoted(first.slice(typed.length)) + (first.endsWith('/') ? '' : ending), choices: [] }
  }
  let shared = first
  for (const name of names) while (!name.startsWith(shared)) shared = shared.slice(0, -1)
  const addition = quoted(shared.slice(typed.length))
  return addition === '' ? { addition, choices: [...names] } : { addition, choices: [] }
}

/** Escapes characters that are special in the shell. */
const quoted = (text: string) => text.replaceAll(/[\s'"\\$&|;<>()*?]/g, '\\$&')
