import { lex, ShellSyntaxError, type Token, type Word } from './lex'

export interface Redirect {
  /** `in` reads a file, `text` passes the word itself; the others redirect output. */
  kind: 'in' | 'text' | 'out' | 'errors' | 'everything' | 'errors-with-output'
  target: Word
}

interface SimpleCommand {
  words: readonly Word[]
  redirects: readonly Redirect[]
}

/** A pipeline, and the outcome of the previous one that it depends on. */
export interface Step {
  after: 'anything' | 'success' | 'failure'
  commands: readonly SimpleCommand[]
}

const redirectKinds: Readonly<Record<string, Redirect['kind']>> = {
  '<': 'in',
  '<<<': 'text',
  '>': 'out',
  '1>': 'out',
  '>>': 'out',
  '2>': 'errors',
  '2>>': 'errors',
  '&>': 'everything',
  '2>&1': 'errors-with-output',
}

const outcomes: Readonly<Record<string, Step['after']>> = {
  ';': 'anything',
  '&': 'anything',
  '&&': 'success',
  '||': 'failure',
}

const unexpected = (token: string) => new ShellSyntaxError(`syntax error near unexpected token \`${token}'`)

/** Throws ShellSyntaxError with bash's message. */
export function parse(line: string): Step[] {
  const tokens = lex(line)
  const steps: Step[] = []
  let after: Step['after'] = 'anything'
  let commands: SimpleCommand[] = []
  for (let at = 0; at < tokens.length; ) {
    const { command, next } = readCommand(tokens, at)
    const token = tokens[next]
    const operator = token && 'operator' in token ? token.operator : 'newline'
    if (command.words.length === 0 && command.redirects.length === 0) throw unexpected(operator)
    commands.push(command)
    at = next + 1
    if (operator === '|') {
      if (at >= tokens.length) throw unexpected('newline')
      continue
    }
    if (operator !== 'newline' && !outcomes[operator]) throw unexpected(operator)
    steps.push({ after, commands })
    commands = []
    after = outcomes[operator] ?? 'anything'
    if (after !== 'anything' && at >= tokens.length) throw unexpected('newline')
  }
  return steps
}

function readCommand(tokens: readonly Token[], start: number) {
  const words: Word[] = []
  const redirects: Redirect[] = []
  let at = start
  for (; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    if ('word' in token) {
      words.push(token.word)
      continue
    }
    const kind = redirectKinds[token.operator]
    if (!kind) break
    if (kind === 'errors-with-output') {
      redirects.push({ kind, target: [] })
      continue
    }
    const target = tokens[++at]
    if (!target || 'operator' in target) throw unexpected(target?.operator ?? 'newline')
    redirects.push({ kind, target: target.word })
  }
  return { command: { words, redirects }, next: at }
}
