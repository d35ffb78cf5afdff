import type { Inputs } from './inputs'
import { type Make, mutated, oneOf } from './mutate'

const keys = [
  ...[
    'q',
    'state',
    'tab',
    'status',
    'difficulty',
    'required',
    'category',
    'sort',
    'view',
    'pane',
    'invite',
    'badInvite',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    '__proto__[isAdmin]',
    '__proto__.isAdmin',
    'constructor[prototype][isAdmin]',
  ],
  ...['toString', 'hasOwnProperty', 'q[]', 'q[0]', 'q.q', '', '%00', 'redirect', 'next'],
]

const values = [
  ...[
    'active',
    'exam',
    'tasks',
    'todo',
    'easy',
    'true',
    '1',
    '-rank',
    'presenter',
    'writeup',
    'OSEN-2026',
    'x y',
  ],
  ...['{"isAdmin":true}', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ...[
    '["active"]',
    '[[[[]]]]',
    'null',
    '"q"',
    '1e999',
    '-1',
    '0',
    '9007199254740993',
    '1.5',
    'NaN',
    'Infinity',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '$t(crash)',
    '{{q}}',
    'javascript:alert(1)',
    '__proto__',
    'constructor',
  ],
  ...[
    '%',
    '%E0%A4%A',
    '%00',
    '%ud800',
    '\u202e',
    'a'.repeat(5000),
    '('.repeat(40),
    '.*',
    '(a+)+$',
    '\\',
    '%'.repeat(99),
  ],
]

const value = mutated(values)

const pair: Make<string> = random =>
  `${random.pick(keys)}${random.pick(['=', '=', '=', '', '=='])}${random.chance(0.5) ? encodeURIComponent(value(random).replace(/\p{Cs}/gu, '')) : value(random)}`

/** The search part of an address, as anybody may write it. */
export const searchInputs: Inputs<string> = {
  name: 'search',
  count: 1500,
  make: oneOf(
    [
      5,
      random =>
        `?${Array.from({ length: random.int(1, 4) }, () => pair(random)).join(random.pick(['&', '&', ';', '&&']))}`,
    ],
    [1, random => mutated(values)(random)],
  ),
}

const known = new Set(keys.slice(0, 12))
const longest = 128

/** What is read of it: known keys with short texts, positive whole numbers and `true`, and no other object's properties. */
export const judgeSearch = (read: (search: string) => readonly object[], search: string): string | null => {
  const found = read(search)
  if ('isAdmin' in {}) {
    delete (Object.prototype as { isAdmin?: unknown }).isAdmin
    return 'changes every object'
  }
  for (const one of found) {
    if (Object.getPrototypeOf(one) !== Object.prototype) return 'changes what it is read into'
    for (const [key, said] of Object.entries(one)) {
      if (!known.has(key)) return `brings the key ${key}`
      const isPlain =
        said === true ||
        (typeof said === 'string' && said !== '' && said.length <= longest) ||
        (Number.isSafeInteger(said) && said > 0)
      if (!isPlain) return `${key} is ${typeof said}: ${String(said).slice(0, 60)}`
    }
  }
  return null
}
