import corpus from './corpus.json'
import { type Generate, type Inputs, mutate, oneOf } from './generate'

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
