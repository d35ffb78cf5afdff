import { readFlow, readScalar, Unusual } from './plain-yaml-flow'

/**
 * Reads the plain YAML in which contracts are written, ten times as fast as a whole YAML parser starts: block and flow
 * collections, quoted and plain text on one line, `>` and `|`. Whatever else stands in a text, or is wrong with it,
 * gives undefined, and is left to a parser that knows everything.
 */
export function readPlainYaml(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: new PlainYaml(text).read() }
  } catch (error) {
    if (error instanceof Unusual) return undefined
    throw error
  }
}

const quotedKey = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?= |$)/
const plainKey = /^([^\s#&*!|>'"%@`?{}[\],:-](?:(?!: | #).)*?)\s*:(?= |$)/

class PlainYaml {
  private readonly text: string
  private readonly lines: string[]
  /** Where each line begins in the text. */
  private readonly starts: number[] = []
  private at = 0

  constructor(text: string) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no text of a contract holds them.
    if (/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]|^(?:---|\.\.\.|%)/m.test(text))
      throw new Unusual()
    this.text = text
    this.lines = text.split('\n')
    let start = 0
    for (const line of this.lines) {
      this.starts.push(start)
      start += line.length + 1
    }
  }

  read(): unknown {
    const value = this.node(-1)
    if (this.next() !== undefined) throw new Unusual()
    return value
  }

  /** The next line that holds anything; undefined at the end. */
  private next(): { line: string; indent: number } | undefined {
    for (; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? ''
      const indent = line.search(/[^ ]/)
      if (indent >= 0 && line[indent] !== '#') return { line, indent }
    }
    return undefined
  }

  /** What stands on the lines that are deeper than `parent`; null when there are none. */
  private node(parent: number): unknown {
    const next = this.next()
    if (!next || next.indent <= parent) return null
    const content = next.line.slice(next.indent)
    if (isItem(content)) return this.list(next.indent)
    if (keyOf(content)) return this.map(next.indent)
    // A plain text that begins on its own line may go on below; that is rare enough.
    if (!/^[{["']/.test(content)) throw new Unusual()
    return this.flow(next.indent, parent)
  }

  private map(indent: number): unknown {
    const result: Record<string, unknown> = {}
    for (let next = this.next(); next && next.indent >= indent; next = this.next()) {
      const found = next.indent === indent ? keyOf(next.line.slice(indent)) : undefined
      if (!found || Object.hasOwn(result, found.key)) throw new Unusual()
      result[found.key] = this.value(indent + found.length, indent, true)
    }
    return result
  }

  private list(indent: number): unknown {
    const result: unknown[] = []
    for (let next = this.next(); next && next.indent >= indent; next = this.next()) {
      if (next.indent > indent) throw new Unusual()
      const content = next.line.slice(indent)
      // A list may stand as deep as its key; what follows it there is the next key.
      if (!isItem(content)) break
      const rest = content.slice(1).trimStart()
      const column = next.line.length - rest.length
      if (rest !== '' && (isItem(rest) || keyOf(rest))) {
        // What begins behind the dash goes on at the same depth below.
        this.lines[this.at] = ' '.repeat(column) + rest
        result.push(isItem(rest) ? this.list(column) : this.map(column))
      } else result.push(this.value(indent + 1, indent, false))
    }
    return result
  }

  /** What follows a colon or a dash at `column` of the present line. */
  private value(column: number, indent: number, isInMap: boolean): unknown {
    const line = this.lines[this.at] ?? ''
    const rest = line.slice(column).trim()
    if (rest === '' || /^#/.test(rest)) {
      if (rest !== '' && line[column] !== ' ') throw new Unusual()
      this.at++
      const next = this.next()
      const isListBelow = isInMap && next?.indent === indent && isItem(next.line.slice(indent))
      return isListBelow ? this.list(indent) : this.node(indent)
    }
    if (/^[|>]/.test(rest)) return this.block(rest, indent)
    if (/^[{["']/.test(rest)) return this.flow(line.indexOf(rest, column), indent)
    const plain = rest.replace(/ #.*$/, '').trimEnd()
    if (/: |:$/.test(plain)) throw new Unusual()
    this.at++
    const next = this.next()
    if (next && next.indent > indent) throw new Unusual()
    return readScalar(plain)
  }

  /** A collection or a quoted text, which may go on over lines that are deeper than `parent`. */
  private flow(column: number, parent: number): unknown {
    const { value, end } = readFlow(this.text, (this.starts[this.at] ?? 0) + column)
    const first = this.at
    while ((this.starts[this.at + 1] ?? Number.POSITIVE_INFINITY) <= end) this.at++
    for (let line = first + 1; line <= this.at; line++) {
      const indent = (this.lines[line] ?? '').search(/[^ ]/)
      if (indent >= 0 && indent <= parent) throw new Unusual()
    }
    const rest = this.text.slice(end, (this.starts[this.at] ?? 0) + (this.lines[this.at] ?? '').length)
    if (!/^ *(?: #.*)?$/.test(rest)) throw new Unusual()
    this.at++
    return value
  }

  /** `>` folds lines into one, `|` keeps them; with `-` the last line has no end. */
  private block(header: string, indent: number): string {
    if (!/^[|>]-?$/.test(header)) throw new Unusual()
    const lines: string[] = []
    let depth = -1
    for (this.at++; this.at < this.lines.length; this.at++) {
      const line = this.lines[this.at] ?? ''
      const own = line.search(/[^ ]/)
      if (own >= 0 && own <= indent) break
      if (own >= 0 && depth < 0) depth = own
      // Blank lines before the first, and lines that are deeper or less deep than it, have rules of their own.
      if (depth < 0 || (own >= 0 && own < depth) || (own < 0 && line.length > depth)) throw new Unusual()
      if (header.startsWith('>') && own > depth) throw new Unusual()
      lines.push(line.slice(depth))
    }
    while (lines.at(-1) === '') lines.pop()
    if (lines.length === 0) throw new Unusual()
    const text = header.startsWith('|') ? lines.join('\n') : fold(lines)
    return header.endsWith('-') ? text : `${text}\n`
  }
}

function fold(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (line === '') return `${text}\n`
    return text.endsWith('\n') ? text + line : `${text} ${line}`
  })
}

function isItem(content: string): boolean {
  return content === '-' || content.startsWith('- ')
}

function keyOf(content: string): { key: string; length: number } | undefined {
  const found = quotedKey.exec(content) ?? plainKey.exec(content)
  if (!found?.[1]) return undefined
  const key = /^["']/.test(found[1]) ? readFlow(found[1], 0).value : readScalar(found[1])
  // Keys that are no text, that merge, or that mean something to objects.
  if (typeof key !== 'string' || key === '<<' || key === '__proto__') throw new Unusual()
  return { key, length: found[0].length }
}
