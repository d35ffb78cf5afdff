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

/** A part of a word: literal text, a variable, or a command substitution. */
export interface Part {
  kind: 'text' | 'variable' | 'command'
  text: string
  /** Quoted parts are neither split at spaces nor expanded as globs. */
  isQuoted: boolean
}

export type Word = readonly Part[]
type Token = { word: Word } | { operator: string }

/** Its message follows `bash: `. */
export class ShellSyntaxError extends Error {}

const operators = /^(?:&&|\|\||&>|2>&1|2>>|2>|1>|>>|>|<<<|<|\||;|&|\(|\))/
/** Digits name a stream only at the start of a word. */
const streams = /^[12]>/

/** Throws ShellSyntaxError for unclosed quotes. */
function lex(line: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let word: Part[] | null = null
  const end = () => {
    if (word) tokens.push({ word })
    word = null
  }
  while (at < line.length) {
    const rest = line.slice(at)
    if (/^\s/.test(rest)) {
      end()
      at++
      continue
    }
    if (!word && rest.startsWith('#')) break
    const operator = operators.exec(rest)?.[0]
    if (operator && !(word && streams.test(operator))) {
      end()
      tokens.push({ operator })
      at += operator.length
      continue
    }
    const { parts, length } = readPart(rest)
    word = [...(word ?? []), ...parts]
    at += length
  }
  end()
  return tokens
}

interface Read {
  parts: Part[]
  length: number
}

const plain = (text: string, isQuoted: boolean): Part => ({ kind: 'text', text, isQuoted })

function readPart(rest: string): Read {
  const first = rest.charAt(0)
  if (first === '\\') return { parts: [plain(rest.charAt(1), true)], length: Math.min(2, rest.length) }
  if (first === "'") {
    const close = rest.indexOf("'", 1)
    if (close < 0) throw new ShellSyntaxError("unexpected EOF while looking for matching `''")
    return { parts: [plain(rest.slice(1, close), true)], length: close + 1 }
  }
  if (first === '"') return readDoubleQuoted(rest)
  const dollar = readDollar(rest, false)
  if (dollar) return dollar
  const text = /^[^\s'"\\$`|;&<>()]+/.exec(rest)?.[0] ?? first
  return { parts: [plain(text, false)], length: text.length }
}

function readDoubleQuoted(rest: string): Read {
  const parts: Part[] = [plain('', true)]
  let at = 1
  while (at < rest.length) {
    const character = rest.charAt(at)
    if (character === '"') return { parts, length: at + 1 }
    const dollar = readDollar(rest.slice(at), true)
    if (dollar) {
      parts.push(...dollar.parts)
      at += dollar.length
    } else if (character === '\\' && /["\\$`]/.test(rest.charAt(at + 1))) {
      parts.push(plain(rest.charAt(at + 1), true))
      at += 2
    } else {
      parts.push(plain(character, true))
      at++
    }
  }
  throw new ShellSyntaxError('unexpected EOF while looking for matching `"\'')
}

function readDollar(rest: string, isQuoted: boolean): Read | null {
  if (rest.startsWith('$(')) {
    const close = closingParenthesis(rest)
    return { parts: [{ kind: 'command', text: rest.slice(2, close), isQuoted }], length: close + 1 }
  }
  if (rest.startsWith('`')) {
    const close = rest.indexOf('`', 1)
    if (close < 0) throw new ShellSyntaxError("unexpected EOF while looking for matching ``'")
    return { parts: [{ kind: 'command', text: rest.slice(1, close), isQuoted }], length: close + 1 }
  }
  const name = /^\$(?:\{([A-Za-z_]\w*|[?$#])\}|([A-Za-z_]\w*|[?$#]))/.exec(rest)
  if (!name) return null
  return { parts: [{ kind: 'variable', text: name[1] ?? name[2] ?? '', isQuoted }], length: name[0].length }
}

/** The end of a command substitution; skips quotes and nested parentheses. */
function closingParenthesis(rest: string): number {
  let depth = 0
  let quote = ''
  for (let at = 1; at < rest.length; at++) {
    const character = rest.charAt(at)
    if (quote) {
      if (character === quote) quote = ''
    } else if (character === "'" || character === '"') quote = character
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at
  }
  throw new ShellSyntaxError("unexpected EOF while looking for matching `)'")
}
