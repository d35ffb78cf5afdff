import { expect, test } from 'vitest'
import { createRandom, type Random } from '../../../scripts/lib/seeded-random'
import corpus from './corpus.json'

/** Generates one input; deterministic for a seeded `random`. */
export type Generate<Input> = (random: Random) => Input

/** Invisible, blank-looking, bidi and control characters. */
const hiddenText =
  '\0\u0001\u0007\b\t\n\v\f\r\u001b\u001f \u007f\u0085\u00a0\u00ad\u034f\u061c\u115f\u1680\u180e\u2002\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202d\u202e\u202f\u2060\u2066\u2067\u2068\u2069\u2800\u3000\u3164\ufe0f\ufeff\ufff9\ufffd\ud800\udc00'

export const hiddenCharacters = hiddenText.split('')

/** A character and its homoglyphs, some of which are normalized to it. */
const lookalikes = new Map(
  [
    'a\u0430\uff41\u0251\u{1d41a} c\u0441\uff43\u217d e\u0435\uff45\u212f i\u0456\uff49\u0131\u2170',
    'j\u0458\uff4a k\u212a\uff4b o\u043e\uff4f\u2134 p\u0440\uff50 r\uff52\u1d63 s\u0455\uff53\u017f',
    't\uff54\u1d57 v\u0475\uff56\u2174 x\u0445\uff58\u2179 :\uff1a\u2236\ua789 /\uff0f\u2044\u2215',
    '\\\uff3c\u2216 .\uff0e\u3002\u2024 <\uff1c\u2039\ufe64 >\uff1e\u203a\ufe65 "\uff02\u201d',
    "'\uff07\u02bc @\uff20\ufe6b #\uff03 %\uff05 (\uff08 )\uff09 {\uff5b }\uff5d $\uff04 =\uff1d\ua78a",
  ].flatMap(line => line.split(' ').map(([own = '', ...others]) => [own, others] as const)),
)

const entityNames: Readonly<Record<string, string>> = {
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

/** Replaces each character with the given probability. */
const replaceSome = (
  text: string,
  random: Random,
  chance: number,
  replace: (one: string) => string,
): string => Array.from(text, one => (random.chance(chance) ? replace(one) : one)).join('')

const randomIndex = (text: string, random: Random): number => random.int(0, text.length)

const insert = (text: string, index: number, what: string): string =>
  text.slice(0, index) + what + text.slice(index)

type Mutation = (text: string, random: Random) => string

const mutations: readonly Mutation[] = [
  // Upper and lower case.
  (text, random) =>
    replaceSome(text, random, 0.5, one =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    ),
  // Hidden characters.
  (text, random) => insert(text, randomIndex(text, random), random.pick(hiddenCharacters)),
  (text, random) => random.pick(hiddenCharacters).repeat(random.int(1, 3)) + text,
  (text, random) => text + random.pick(hiddenCharacters).repeat(random.int(1, 3)),
  // HTML entities.
  (text, random) =>
    replaceSome(
      text,
      random,
      0.2,
      one => `&#${'0'.repeat(random.int(0, 6))}${one.codePointAt(0)}${random.pick([';', ''])}`,
    ),
  (text, random) => replaceSome(text, random, 0.2, one => `&#${random.pick(['x', 'X'])}${hex(one)};`),
  (text, random) => replaceSome(text, random, 0.6, one => entityNames[one] ?? one),
  // Percent-encoding, also double; escape sequences.
  (text, random) => replaceSome(text, random, 0.2, percent),
  (text, random) => replaceSome(text, random, 0.2, one => percent(one).replaceAll('%', '%25')),
  (text, random) => replaceSome(text, random, 0.15, one => `\\u${hex(one).padStart(4, '0')}`),
  (text, random) => replaceSome(text, random, 0.2, one => (/[\p{P}\p{S}]/u.test(one) ? `\\${one}` : one)),
  // Homoglyphs and combining marks.
  (text, random) =>
    replaceSome(text, random, 0.4, one => random.pick(lookalikes.get(one.toLowerCase()) ?? [one])),
  (text, random) =>
    replaceSome(text, random, 0.1, one => one + '\u0301\u0489\u20e3'.repeat(random.int(1, 8))),
  // Slashes.
  (text, random) =>
    replaceSome(text, random, 0.5, one =>
      one === '/' ? random.pick(['\\', '//', '/./', '/../', '%2f', '%5c', '/;/']) : one,
    ),
  // Nested in itself: a filter that runs once would reassemble it.
  (text, random) => insert(text, randomIndex(text, random), text.slice(0, random.int(1, 12))),
  (text, random) => insert(text, randomIndex(text, random), text),
  // Truncation.
  (text, random) => {
    const from = randomIndex(text, random)
    return text.slice(0, from) + text.slice(from + random.int(1, 3))
  },
  (text, random) => text.slice(0, random.int(1, Math.max(1, text.length))),
  // Unclosed quotes and brackets.
  (text, random) =>
    insert(
      text,
      randomIndex(text, random),
      random.pick(['"', "'", '`', '>', '<', '-->', ']]>', '*/', '${', '{{', '}}', '|', '\\']),
    ),
]

/** Mutates one of the seeds up to three times, sometimes after a crossover with another. */
export const mutate =
  (seeds: readonly string[]): Generate<string> =>
  random => {
    let text = random.pick(seeds)
    if (random.chance(0.1)) {
      const other = random.pick(seeds)
      text = text.slice(0, randomIndex(text, random)) + other.slice(randomIndex(other, random))
    }
    for (let left = random.int(0, 3); left > 0; left -= 1) text = random.pick(mutations)(text, random)
    return text
  }

/** Picks one of several generators by weight. */
export const oneOf =
  <Input>(...choices: readonly (readonly [weight: number, generate: Generate<Input>])[]): Generate<Input> =>
  random => {
    let left = random.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, generate] of choices) {
      left -= weight
      if (left < 0) return generate(random)
    }
    throw new RangeError('The weights must be positive.')
  }

/** `FLAGSHIP_SEED` tries other inputs. */
const seed = Number(process.env.FLAGSHIP_SEED ?? 20261122)

export interface Inputs<Input> {
  name: string
  /** Number of generated inputs, in addition to `fixed`. */
  count: number
  fixed?: readonly Input[]
  generate: Generate<Input>
}

/** An input as a key and for messages: JSON that also distinguishes NaN and Infinity. */
const toText = (input: unknown): string =>
  typeof input === 'string'
    ? input
    : String(JSON.stringify(input, (_, value) => (typeof value === 'number' ? String(value) : value)))

/** Distinct inputs, the same in every run. Throws if the generator repeats itself too much. */
const createInputs = <Input>({ name, count, fixed = [], generate }: Inputs<Input>, factor = 1): Input[] => {
  const random = createRandom(seed, name)
  const found = new Map(fixed.map(input => [toText(input), input]))
  const wanted = found.size + count * factor
  for (let left = wanted * 20; found.size < wanted && left > 0; left -= 1) {
    const input = generate(random)
    found.set(toText(input), input)
  }
  if (found.size < wanted) throw new RangeError(`Of ${wanted} inputs of ${name} only ${found.size} differ.`)
  return [...found.values()]
}

/** `npm test -- --full` tries more inputs. */
const factor = process.env.FLAGSHIP_TESTS === 'full' ? 10 : 1

interface SanitizerTest<Input, Subject> extends Inputs<Input> {
  /** Ids of docs/reliability.md. */
  ids: string
  /** What is wrong with the output for an input; null when it is safe. An exception is a failure too. */
  check: (subject: Subject, input: Input) => string | null | Promise<string | null>
  /** The code of the product. */
  actual: Subject
  /** A naive implementation, which the check must catch. */
  naive: Subject
}

/** With escapes, so that invisible characters can be copied into a test. */
const toPrintable = (input: unknown): string =>
  JSON.stringify(toText(input).slice(0, 300)).replace(
    /[^\x20-\x7e]/g,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Defines a test that feeds generated inputs to the product. */
export const expectSanitized = <Input, Subject>(options: SanitizerTest<Input, Subject>): void => {
  const { name, ids, check, actual, naive } = options
  const findFailure = async (subject: Subject, input: Input): Promise<string | null> => {
    try {
      return await check(subject, input)
    } catch (error) {
      return `throws ${String(error).slice(0, 200)}`
    }
  }
  test(`${ids} hostile inputs are harmless: ${name}`, async () => {
    const inputs = createInputs(options, factor)
    const failures: string[] = []
    for (const input of inputs) {
      const failure = await findFailure(actual, input)
      if (failure !== null) failures.push(`${toPrintable(input)} → ${failure}`)
    }
    expect(failures.slice(0, 10), `${failures.length} of ${inputs.length}, seed ${seed}`).toEqual([])
    let caught: string | null = null
    for (const input of inputs) caught ??= await findFailure(naive, input)
    expect(caught, 'the failure of a naive implementation').not.toBeNull()
  }, 120_000)
}

// Lone surrogates cannot be in the JSON file.
const names = [...corpus.names, '\ud83d']

const long: Generate<string> = random => random.pick(names).repeat(300).slice(0, random.int(250, 320))

const zalgo: Generate<string> = random =>
  Array.from(
    random.pick(names),
    one => one + random.pick(['\u0317', '\u0489', '\u20dd', '\u0e47']).repeat(random.int(0, 60)),
  ).join('')

/** Names of users, groups, tasks and categories. */
export const nameInputs: Inputs<string> = {
  name: 'names',
  count: 200,
  fixed: names,
  generate: oneOf([5, mutate(names)], [1, mutate(corpus.html)], [1, long], [1, zalgo]),
}

/** Bidi embeddings and overrides. */
const embedding = /[\u202a\u202b\u202d\u202e]/g
const isolating = /[\u2066-\u2068]/g

/** Whether bidi controls of a text affect the text after it, by the pairing rules of the Unicode algorithm. */
export const hasUnclosedBidi = (text: string): boolean => {
  const open: string[] = []
  for (const one of text) {
    if (embedding.test(one) || isolating.test(one)) open.push(one)
    embedding.lastIndex = 0
    isolating.lastIndex = 0
    if (one === '\u202c' && /[\u202a-\u202e]/.test(open.at(-1) ?? '')) open.pop()
    if (one !== '\u2069') continue
    const at = open.findLastIndex(mark => /[\u2066-\u2068]/.test(mark))
    if (at >= 0) open.splice(at)
  }
  return open.length > 0
}
