import type { Random } from './seeded-random'

/**
 * Samples strings for a regular expression. Anchors and lookarounds produce nothing: callers test the string
 * against the pattern and try again. Back references are not supported, because a sample would rarely match.
 */
export type PatternSampler = (random: Random, reach: number) => string

type Part = (random: Random, reach: number) => string

const pool = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789абвгдежзиклмнопрстуфхцчшэюяАБВГДЕЖЗИК _-.,:;!?@#$%^&*()+=/\\|<>[]{}\'"`~\n\tßéüñ漢字🚩',
)

/** Compiles a pattern (without slashes, read with the `u` flag); throws a RangeError for back references. */
export function patternSampler(pattern: string): PatternSampler {
  const reader = new Reader(pattern)
  return reader.alternatives()
}

class Reader {
  private readonly source: string
  private at = 0

  constructor(source: string) {
    this.source = source
  }

  /** Reads up to a closing parenthesis or the end. */
  alternatives(): Part {
    const branches = [this.sequence()]
    while (this.source[this.at] === '|') {
      this.at++
      branches.push(this.sequence())
    }
    return (random, reach) => random.pick(branches)(random, reach)
  }

  private sequence(): Part {
    const parts: Part[] = []
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      parts.push(this.repeated(this.atom()))
    }
    return (random, reach) => parts.map(part => part(random, reach)).join('')
  }

  private repeated(part: Part): Part {
    const rest = this.source.slice(this.at)
    const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(rest)
    if (!match) return part
    this.at += match[0].length
    const [, sign, least, comma, most] = match
    const min = sign ? (sign === '+' ? 1 : 0) : Number(least)
    const open = sign ? sign !== '?' : comma !== undefined && most === ''
    const max = open ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(most ?? least)
    return (random, reach) => {
      const count = random.int(min, Math.min(max, min + reach))
      return Array.from({ length: count }, () => part(random, reach)).join('')
    }
  }

  private atom(): Part {
    const char = this.source[this.at]
    if (char === '(') return this.group()
    if (char === '^' || char === '$') return this.take(1, nothing)
    if (char === '[') return this.characters(/^\[(?:\\.|[^\]\\])*\]/su)
    if (char === '.') return this.characters(/^\./u)
    if (char === '\\') return this.escape()
    const literal = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0)
    return this.take(literal.length, () => literal)
  }

  private group(): Part {
    const opening = /^\((?:\?(?::|<?[=!]|<\w+>))?/.exec(this.source.slice(this.at))?.[0] ?? '('
    this.at += opening.length
    const inner = this.alternatives()
    this.at++
    return /[=!]$/.test(opening) ? nothing : inner
  }

  private escape(): Part {
    const next = this.source[this.at + 1] ?? ''
    if (next === 'b' || next === 'B') return this.take(2, nothing)
    if (/[1-9k]/.test(next))
      throw new RangeError(`The pattern ${this.source} has a back reference; write it without.`)
    return this.characters(
      /^\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su,
    )
  }

  private characters(extent: RegExp): Part {
    const source = extent.exec(this.source.slice(this.at))?.[0] ?? '.'
    const all = charactersOf(source)
    const plain = all.filter(char => /[\p{L}\d]/u.test(char))
    return this.take(source.length, random =>
      random.pick(plain.length > 0 && random.chance(0.85) ? plain : all),
    )
  }

  private take(length: number, part: Part): Part {
    this.at += length
    return part
  }
}

const nothing: Part = () => ''

/** Characters of a class such as `[^\s@]` or `\p{L}`: from the pool, else the first ones of Unicode. */
function charactersOf(source: string): string[] {
  const test = new RegExp(`^${source}$`, 'u')
  const known = pool.filter(char => test.test(char))
  for (let code = 0; known.length === 0 && code < 0x20000; code++) {
    const char = String.fromCodePoint(code)
    if (test.test(char)) known.push(char)
  }
  if (known.length === 0) throw new RangeError(`No character fits ${source}.`)
  return known
}
