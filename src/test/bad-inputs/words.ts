import type { Inputs } from './inputs'
import { type Make, mutated, oneOf } from './mutate'
import { nameInputs, turnsOthers } from './names'

const nesting = [
  ...[
    '{{name}}',
    '{{- name}}',
    '{{title}}',
    '{{count}}',
    '{{name, uppercase}}',
    '{{{{name}}}}',
    '{{',
    '}}',
    '{{name',
    'name}}',
  ],
  ...[
    '$t(crash)',
    '$t(title.500)',
    '$t(errors:crash)',
    '$t(crash, {"count": 1})',
    '$t({{name}})',
    '$t(',
    '$t',
    '$$',
    '$&',
    "$'",
    '$`',
  ],
  ...[
    '<1>x</1>',
    '<0/>',
    '<bold>x</bold>',
    '<a href=javascript:alert(1)>x</a>',
    '<Trans>x</Trans>',
    '&amp;',
    '&lt;b&gt;',
    '&#x2F;',
  ],
  ...[
    '__proto__',
    'constructor',
    '%s',
    '%{name}',
    '{name}',
    '{0}',
    '#{name}',
    '_one',
    '_other',
    'errors:title.500',
    'title.500',
  ],
]

/** What is put into a sentence: names, titles, addresses and the server's words. */
export const wordInputs: Inputs<string> = {
  name: 'translations',
  count: 2000,
  always: nesting,
  make: oneOf([3, mutated(nesting)], [2, nameInputs.make]),
}

const marks = /[\u202a-\u202e\u2066-\u2069]/g

/** A sentence of the catalogue with a value in its gaps: the value stands there letter by letter, and turns nothing else. */
export const judgeSentence = (sentence: string, template: string, value: string): string | null => {
  const meant = template.replace(/\{\{\s*\w+\s*\}\}/g, () => value)
  if (sentence.replace(marks, '') !== meant.replace(marks, ''))
    return `says ${JSON.stringify(sentence.slice(0, 120))}`
  return turnsOthers(sentence) ? `turns what follows: ${JSON.stringify(sentence.slice(0, 120))}` : null
}

/** An answer that refuses. */
export interface Refusal {
  status: number
  detail: unknown
}

const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503, 504, 599]

const shapes = (text: string): readonly unknown[] => [
  [text],
  { detail: text },
  { msg: text, code: text },
  [{ loc: ['body', text], msg: text, type: text }],
  [{ loc: [text], msg: { text } }],
  [
    { loc: '__proto__', msg: text },
    { loc: ['__proto__'], msg: text },
    { loc: ['constructor'], msg: text },
  ],
  text.repeat(2000).slice(0, 100_000),
  `<!DOCTYPE html><html><body>${text}</body></html>`,
  `Traceback (most recent call last): ${text}`,
  { toString: text, valueOf: text, length: 3 },
  Array.from({ length: 300 }, () => ({ loc: ['body', 'x'], msg: text })),
]

/** Details that are known or look so, that name a key of the catalogue, and those of every other shape. */
export const refusalInputs = (keys: readonly string[]): Inputs<Refusal> => {
  const text: Make<string> = oneOf(
    [3, mutated(keys)],
    [2, mutated(nesting)],
    [1, random => `${random.pick(['errors:', 'errors.', 'common:', '$t(', '', ' '])}${random.pick(keys)}`],
    [1, nameInputs.make],
  )
  return {
    name: 'error-details',
    count: 1500,
    always: [undefined, null, '', 0, 7, true, [], {}, [[]], [null]].map(detail => ({ status: 422, detail })),
    make: random => {
      const detail = text(random)
      return {
        status: random.pick(statuses),
        detail: random.chance(0.25) ? random.pick(shapes(detail)) : detail,
      }
    },
  }
}
