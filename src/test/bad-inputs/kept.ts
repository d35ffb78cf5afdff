import { createStorage, type StorageKey, storageRegistry } from '../../lib/storage'
import type { Inputs } from './inputs'
import { type Make, mutated, oneOf } from './mutate'

const keys = Object.keys(storageRegistry) as StorageKey[]

const seeds = [
  ...[
    '',
    'null',
    'undefined',
    '[object Object]',
    'NaN',
    'true',
    '0',
    '-1',
    '1e999',
    '"',
    '{',
    '[',
    '{}',
    '[]',
    '[[]]',
    '[null]',
  ],
  ...[
    '1/101',
    '1/../2',
    '01/1',
    '5 1764000000000',
    '5 -1',
    '40 1763999000000, 41 1764000000000 ok again',
    '1 10 1763999000000 12',
  ],
  ...[
    '[[1,"?status=todo&q=x"]]',
    '[[1,"?__proto__=x"]]',
    '[["1","x"],[2]]',
    '[[101,{"starts":[1,2]}]]',
    '[[101,{"starts":"x","life":{}}]]',
  ],
  ...[
    '{"fontSize":14,"height":50,"isScreenReader":true}',
    '{"fontSize":1e9,"height":"x"}',
    '{"__proto__":{"fontSize":1}}',
  ],
  ...[
    '{"entries":[{"id":"a","attempt":1,"kind":"gap","from":0,"to":1}],"dropped":{"__proto__":3}}',
    '{"entries":{"length":9}}',
  ],
  ...[
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":{"isAdmin":true}}',
    '/groups',
    '//evil.example',
    'javascript:alert(1)',
  ],
  ...[
    'dark',
    'on',
    'shown',
    'ru',
    'language=en',
    'language=__proto__; language=en',
    'eyJhbGciOi.x.y',
    'a\r\nSet-Cookie: x',
    '<img src=x onerror=alert(1)>',
  ],
]

const text: Make<string> = oneOf(
  [6, mutated(seeds)],
  [1, random => random.pick(seeds).repeat(random.int(10, 3000)).slice(0, 150_000)],
)

export interface Kept {
  key: StorageKey
  raw: string
}

/** What may stand in local storage, or in the cookie, by anybody's hand at this device. */
export const keptInputs: Inputs<Kept> = {
  name: 'storage',
  count: 800,
  make: random => ({ key: random.pick(keys), raw: text(random) }),
}

/** A storage that holds one value. */
export const storageWith = ({ key, raw }: Kept) =>
  createStorage(() => ({ getItem: name => (name === key ? raw : null), setItem() {}, removeItem() {} }))
