import { commands } from './commands'
import type { Shell } from './shell'
import { absolutePath, childrenOf, lookUp, may } from './tree'

export interface Completion {
  /** What is added at the cursor. */
  addition: string
  /** The choices, when there are several and nothing can be added. */
  choices: string[]
}

const none: Completion = { addition: '', choices: [] }

/** What the Tab key makes of the text before the cursor: a command at its beginning, a path elsewhere. */
export function complete(shell: Shell, before: string): Completion {
  const word = /(?:\\.|[^\s|;&<>])*$/.exec(before)?.[0] ?? ''
  const isCommand = /(?:^|[|;&(])\s*(?:sudo\s+)?$/.test(before.slice(0, before.length - word.length))
  const typed = word.replaceAll(/\\(.)/gsu, '$1')
  if (isCommand && !typed.includes('/')) {
    if (typed === '') return none
    return choose([...commands.keys()].filter(name => name.startsWith(typed)).sort(), typed, ' ')
  }
  const slash = typed.lastIndexOf('/') + 1
  const directoryPath = typed.slice(0, slash).replace(/^~(?=\/)/, shell.who.home)
  const directory = lookUp(shell.host.root, shell.who, absolutePath(shell.cwd, directoryPath))
  if (typeof directory === 'string' || directory.kind === 'file' || !may(shell.who, directory, 4)) return none
  const start = typed.slice(slash)
  const names = childrenOf(directory)
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

/** Characters that mean something to the shell get a backslash. */
const quoted = (text: string) => text.replaceAll(/[\s'"\\$&|;<>()*?]/g, '\\$&')
