/** What is no plain YAML, or no YAML at all. */
export class Unusual extends Error {}

/** Reads `{…}`, `[…]` or a quoted text at a place of a text; `end` is the place behind it. */
export function readFlow(text: string, start: number): { value: unknown; end: number } {
  const reader = new FlowReader(text, start)
  return { value: reader.value(), end: reader.at }
}

/** The value of a plain text on one line, by the core schema of YAML 1.2. */
export function readScalar(text: string): unknown {
  // Anchors, tags and other beginnings that mean something.
  if (/^(?:[&*!|>%@`#{}[\],"']|[-?:](?: |$))/.test(text)) throw new Unusual()
  if (!/^[-+.\dnNtTfF~]/.test(text)) return text
  if (/^(?:null|Null|NULL|~)$/.test(text)) return null
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/.test(text)) return Number(text)
  // Other ways to write a number.
  if (/^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?$|^0[ox]|^[-+]?\.(?:inf|nan)$/i.test(text))
    throw new Unusual()
  return text
}

class FlowReader {
  private readonly text: string
  at: number

  constructor(text: string, start: number) {
    this.text = text
    this.at = start
  }

  value(): unknown {
    const first = this.text[this.at]
    if (first === '{') return this.map()
    if (first === '[') return this.list()
    if (first === '"' || first === "'") return this.quoted(first)
    return readScalar(this.plain())
  }

  /** Steps over blanks, ends of lines and remarks. */
  private skip(): void {
    const found = /(?:[ \n]|(?<= )#[^\n]*)*/y
    found.lastIndex = this.at
    this.at += found.exec(this.text)?.[0].length ?? 0
  }

  private map(): unknown {
    const result: Record<string, unknown> = {}
    for (this.at++, this.skip(); this.text[this.at] !== '}'; this.skip()) {
      const isQuoted = /["']/.test(this.text[this.at] ?? '')
      if (/[{[]/.test(this.text[this.at] ?? '')) throw new Unusual()
      const key = this.value()
      if (typeof key !== 'string' || key === '<<' || key === '__proto__') throw new Unusual()
      if (Object.hasOwn(result, key) || this.text[this.at] !== ':') throw new Unusual()
      if (isQuoted && this.text[this.at + 1] !== ' ') throw new Unusual()
      this.at++
      this.skip()
      if (/[,}]/.test(this.text[this.at] ?? ',')) throw new Unusual()
      result[key] = this.value()
      this.separate('}')
    }
    this.at++
    return result
  }

  private list(): unknown {
    const result: unknown[] = []
    for (this.at++, this.skip(); this.text[this.at] !== ']'; this.skip()) {
      result.push(this.value())
      this.separate(']')
    }
    this.at++
    return result
  }

  /** Behind a value comes a comma or the end. */
  private separate(end: string): void {
    this.skip()
    if (this.text[this.at] === ',') this.at++
    else if (this.text[this.at] !== end) throw new Unusual()
  }

  private quoted(mark: string): string {
    const pattern = mark === '"' ? /"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*"/y : /'(?:[^'\n]|'')*'/y
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.text) ?? []
    if (found === undefined) throw new Unusual()
    this.at += found.length
    return mark === '"' ? (JSON.parse(found) as string) : found.slice(1, -1).replaceAll("''", "'")
  }

  /** Up to a comma, a bracket, a colon or a remark; nothing of it may stand on another line. */
  private plain(): string {
    const pattern = /(?:[^,[\]{}\n:#]|:(?![ \n,[\]{}]|$)|(?<! )#)+/y
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    const text = found.trim()
    if (text === '') throw new Unusual()
    const { at } = this
    this.skip()
    // A text that goes on below would be one text.
    if (!/[,\]}:]/.test(this.text[this.at] ?? '')) throw new Unusual()
    if (this.text[this.at] === ':' && this.at !== at) throw new Unusual()
    this.at = at
    return text
  }
}
