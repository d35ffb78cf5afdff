import type { Random } from '../../../scripts/lib/seeded-random'

/** Makes one bad input; equal draws make equal ones. */
export type Make<Input> = (random: Random) => Input

/** What is not seen, is taken for a blank, turns the direction, or ends a text for somebody on the way. */
export const hiddenCharacters =
  '\0\u0001\u0007\b\t\n\v\f\r\u001b\u001f \u007f\u0085\u00a0\u00ad\u034f\u061c\u115f\u1680\u180e\u2002\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202d\u202e\u202f\u2060\u2066\u2067\u2068\u2069\u2800\u3000\u3164\ufe0f\ufeff\ufff9\ufffd\ud800\udc00'

const hidden = hiddenCharacters.split('')

/** Letters and signs of other alphabets that some reader folds into the plain one, or that only look like it. */
const lookalikes = new Map(
  Object.entries({
    a: '\u0430\uff41\u0251\u{1d41a}',
    c: '\u0441\uff43\u217d',
    e: '\u0435\uff45\u212f',
    i: '\u0456\uff49\u0131\u2170',
    j: '\u0458\uff4a',
    k: '\u212a\uff4b',
    o: '\u043e\uff4f\u2134',
    p: '\u0440\uff50',
    r: '\uff52\u1d63',
    s: '\u0455\uff53\u017f',
    t: '\uff54\u1d57',
    v: '\u0475\uff56\u2174',
    x: '\u0445\uff58\u2179',
    ':': '\uff1a\u2236\ua789',
    '/': '\uff0f\u2044\u2215',
    '\\': '\uff3c\u2216',
    '.': '\uff0e\u3002\u2024',
    '<': '\uff1c\u2039\ufe64',
    '>': '\uff1e\u203a\ufe65',
    '"': '\uff02\u201d',
    "'": '\uff07\u02bc',
    '@': '\uff20\ufe6b',
    '#': '\uff03',
    '%': '\uff05',
    '(': '\uff08',
    ')': '\uff09',
    '{': '\uff5b',
    '}': '\uff5d',
    $: '\uff04',
    '=': '\uff1d\ua78a',
  }),
)

const names: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  ':': '&colon;',
  '/': '&sol;',
  '\t': '&Tab;',
  '\n': '&NewLine;',
  '(': '&lpar;',
  '&': '&amp;',
}

const hex = (character: string) => (character.codePointAt(0) ?? 0).toString(16)

const percent = (character: string): string =>
  [...new TextEncoder().encode(character)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** Replaces some characters, each with the given chance. */
const some = (text: string, random: Random, chance: number, replace: (one: string) => string): string =>
  Array.from(text, one => (random.chance(chance) ? replace(one) : one)).join('')

const at = (text: string, random: Random): number => random.int(0, text.length)

const insert = (text: string, index: number, what: string): string =>
  text.slice(0, index) + what + text.slice(index)

type Mutation = (text: string, random: Random) => string

const mutations: readonly Mutation[] = [
  // Letters in the other case.
  (text, random) =>
    some(text, random, 0.5, one => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())),
  // Something unseen inside, and around.
  (text, random) => insert(text, at(text, random), random.pick(hidden)),
  (text, random) =>
    insert(insert(text, at(text, random), random.pick(hidden)), at(text, random), random.pick(hidden)),
  (text, random) => random.pick(hidden).repeat(random.int(1, 3)) + text,
  (text, random) => text + random.pick(hidden).repeat(random.int(1, 3)),
  // Entities of every spelling.
  (text, random) =>
    some(
      text,
      random,
      0.2,
      one => `&#${'0'.repeat(random.int(0, 6))}${one.codePointAt(0)}${random.pick([';', ''])}`,
    ),
  (text, random) => some(text, random, 0.2, one => `&#${random.pick(['x', 'X'])}${hex(one)};`),
  (text, random) => some(text, random, 0.6, one => names[one] ?? one),
  // Percent signs, once and twice; escapes of programs.
  (text, random) => some(text, random, 0.2, percent),
  (text, random) => some(text, random, 0.2, one => percent(one).replaceAll('%', '%25')),
  (text, random) => some(text, random, 0.15, one => `\\u${hex(one).padStart(4, '0')}`),
  (text, random) => some(text, random, 0.2, one => (/[\p{P}\p{S}]/u.test(one) ? `\\${one}` : one)),
  // Other alphabets, and marks piled upon a letter.
  (text, random) =>
    some(text, random, 0.4, one => random.pick([...(lookalikes.get(one.toLowerCase()) ?? one)])),
  (text, random) => some(text, random, 0.1, one => one + '\u0301\u0489\u20e3'.repeat(random.int(1, 8))),
  // Slashes.
  (text, random) =>
    some(text, random, 0.5, one =>
      one === '/' ? random.pick(['\\', '//', '/./', '/../', '%2f', '%5c', '/;/']) : one,
    ),
  // A text inside itself, which one pass of a filter puts together again.
  (text, random) => insert(text, at(text, random), text.slice(0, random.int(1, 12))),
  (text, random) => insert(text, at(text, random), text),
  // A piece is missing.
  (text, random) => {
    const from = at(text, random)
    return text.slice(0, from) + text.slice(from + random.int(1, 3))
  },
  (text, random) => text.slice(0, random.int(1, Math.max(1, text.length))),
  // Quotes and brackets of every kind, opened and not closed.
  (text, random) =>
    insert(
      text,
      at(text, random),
      random.pick(['"', "'", '`', '>', '<', '-->', ']]>', '*/', '${', '{{', '}}', '|', '\\']),
    ),
]

/** One of the seeds, changed up to three times, now and then with the half of another. */
export const mutated =
  (seeds: readonly string[]): Make<string> =>
  random => {
    let text = random.pick(seeds)
    if (random.chance(0.1)) {
      const other = random.pick(seeds)
      text = text.slice(0, at(text, random)) + other.slice(at(other, random))
    }
    for (let left = random.int(0, 3); left > 0; left -= 1) text = random.pick(mutations)(text, random)
    return text
  }

/** One of several generators, each as often as its weight says. */
export const oneOf =
  <Input>(...makes: readonly (readonly [weight: number, make: Make<Input>])[]): Make<Input> =>
  random => {
    let left = random.next() * makes.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, make] of makes) {
      left -= weight
      if (left < 0) return make(random)
    }
    throw new RangeError('There is nothing to choose from.')
  }
