import type { Inputs } from './inputs'
import { markupPayloads } from './markup'
import { type Make, mutated, oneOf } from './mutate'

const seeds = [
  ...[
    'admin',
    '\u0430dmin',
    'Administrator',
    'Анна',
    'Ирина Лис',
    '\u05e9\u05dc\u05d5\u05dd',
    '\u0645\u0631\u062d\u0628\u0627',
    '山田',
    '🚩',
  ],
  ...[
    '\u202eevil',
    '\u202enimda',
    '\u2067x',
    '\u2066x',
    '\u2069\u2069\u202ex',
    '\u200fx',
    '\u061cx',
    'a\u202d\u202eb\u202c',
  ],
  ...[
    'З\u0317\u0352\u0489',
    'a\u0300\u0301\u0302',
    '\ufdfd\ufdfd',
    '\u{12219}',
    '\ufb1d',
    'x\u034f',
    '\u115f\u1160',
    '\u3164',
    '\u2800',
  ],
  ...[
    '(вы)',
    '— 1 место',
    '{{name}}',
    '{{- name}}',
    '$t(crash)',
    '$t(home.title)',
    '<1>x</1>',
    '<bold>x</bold>',
    '&lt;b&gt;',
    '&#60;',
  ],
  ...[
    'a\nb',
    'a\u2028b',
    'a\tb',
    'a\u0085b',
    '\0',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    '[object Object]',
    'NaN',
  ],
  ...[
    '%s',
    '%d',
    '$\u007b7*7}',
    '#{7*7}',
    '\\u003cb\\u003e',
    'javascript:alert(1)',
    'a@b.c',
    'https://evil.example',
    ' ',
    '\ud83d',
  ],
]

const long: Make<string> = random => random.pick(seeds).repeat(300).slice(0, random.int(250, 320))

const zalgo: Make<string> = random =>
  Array.from(
    random.pick(seeds),
    one => one + random.pick(['\u0317', '\u0489', '\u20dd', '\u0e47']).repeat(random.int(0, 60)),
  ).join('')

/** Names of people, groups, tasks and categories. */
export const nameInputs: Inputs<string> = {
  name: 'names',
  count: 200,
  always: seeds,
  make: oneOf([5, mutated(seeds)], [1, mutated(markupPayloads)], [1, long], [1, zalgo]),
}

/** Marks that turn the direction of what follows and do not end by themselves. */
const opening = /[\u202a\u202b\u202d\u202e]/g
const isolating = /[\u2066-\u2068]/g

/**
 * Whether the direction of the words after a text is their own: whatever it opens, it closes itself, within an isolate of
 * its own. Judged as the Unicode algorithm pairs the marks, in one paragraph.
 */
export const turnsOthers = (text: string): boolean => {
  const open: string[] = []
  for (const one of text) {
    if (opening.test(one) || isolating.test(one)) open.push(one)
    opening.lastIndex = 0
    isolating.lastIndex = 0
    if (one === '\u202c' && /[\u202a-\u202e]/.test(open.at(-1) ?? '')) open.pop()
    if (one !== '\u2069') continue
    const at = open.findLastIndex(mark => /[\u2066-\u2068]/.test(mark))
    if (at >= 0) open.splice(at)
  }
  return open.length > 0
}
